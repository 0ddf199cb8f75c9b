// Renders the frame of a section of the page, which folds.
import { lookOf } from "../console-look.js";
import { markup, Markup } from "./markup.js";
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
${open ? body : markup`${FOLDED}${body}${FOLDED_END}`}</details>`;
}

const FOLDED = markup`<noscript>`;
const FOLDED_END = markup`</noscript>`;

/** Takes a folded section apart: its frame, and its content. */
export function splitSection(section: Markup): { head: Markup; inside: Markup } {
  const text = section.toString();
  const [start, end] = [text.indexOf(FOLDED.toString()), text.lastIndexOf(FOLDED_END.toString())];
  const inside = text.slice(start + FOLDED.toString().length, end);
  const head = text.slice(0, start) + text.slice(end + FOLDED_END.toString().length);
  return { head: Markup.of(head), inside: Markup.of(inside) };
}

/** Renders sections that fold as one, such as those that passed. `packed`: the index of the pack that they come from. */
export function groupMarkup(
  words: string,
  open: boolean,
  sections: Markup | readonly Markup[],
  packed?: number,
): Markup {
  return markup`<details class="group"${open && " open"}${packed !== undefined && markup` data-packed="${packed}"`}><summary><span class="mark v-passed">✓</span> ${words}</summary>${sections}</details>`;
}
