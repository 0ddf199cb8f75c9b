// Renders the frame of a section of the page, which folds.
import { lookOf } from "../console-look.js";
import { markup, type Markup } from "./markup.js";
import type { WorkflowVerdict } from "../../../metrics/verdicts.js";

export interface Section {
  /** For links within the page. */
  id: string;
  /** Named where the page has several suites. */
  suite: string | undefined;
  open: boolean;
}

export interface SectionHead {
  verdict: WorkflowVerdict;
  name: string;
  facts: string | undefined;
  score: string;
}

/** Renders the section of something that has a verdict. */
export function sectionMarkup(section: Section, { verdict, name, facts, score }: SectionHead, inside: Markup): Markup {
  return frameMarkup(section, { key: verdict, tone: verdict, mark: lookOf(verdict).mark, name, facts, score }, inside);
}

export interface FrameHead {
  /** The key that the buttons filter by. */
  key: string;
  /** The verdict whose colour it has. */
  tone: WorkflowVerdict;
  mark: string;
  name: string;
  facts: string | undefined;
  score: string;
}

/**
 * The content of a folded section is in a `noscript`: a browser that runs the page's script reads it as text, which
 * costs almost nothing, and the script creates it when the section is unfolded; any other browser creates it at once.
 */
export function frameMarkup({ id, suite, open }: Section, head: FrameHead, inside: Markup): Markup {
  const { key, tone, mark, name, facts, score } = head;
  const body = markup`<div class="inside">${inside}</div>`;
  return markup`<details class="workflow" id="${id}" data-verdict="${key}"${open && " open"}>
<summary><span class="mark v-${tone}">${mark}</span><span class="name">${suite !== undefined && markup`<small>${suite} / </small>`}${name}</span>${facts !== undefined && markup`<small class="facts">${facts}</small>`}<b class="score v-${tone}">${score}</b></summary>
${open ? body : markup`<noscript>${body}</noscript>`}</details>`;
}

/** Renders sections that fold as one, such as those that passed. */
export function groupMarkup(words: string, open: boolean, sections: readonly Markup[]): Markup {
  return markup`<details class="group"${open && " open"}><summary><span class="mark v-passed">✓</span> ${words}</summary>${sections}</details>`;
}
