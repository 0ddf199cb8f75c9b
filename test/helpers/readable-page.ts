// Finds what keeps people from reading a page: text that is cut off, boxes outside of the page, colours that are too
// alike, controls that the keyboard does not reach.
import type { Page } from "playwright-core";
import { ask } from "./browser.js";

/** Runs in the page; the elements that a person sees, and a name for each. */
const SEEN = `
  const seen = (one) => one.checkVisibility({ visibilityProperty: true }) && one.getClientRects().length > 0;
  const nameOf = (one) => one.localName + (one.getAttribute("class") ? "." + one.getAttribute("class").replace(/\\s+/g, ".") : "")
    + " " + JSON.stringify((one.textContent ?? "").trim().replace(/\\s+/g, " ").slice(0, 40));
  const isScroller = (one) => /auto|scroll/.test(getComputedStyle(one).overflowX);
  const inScroller = (one) => { for (let at = one; at; at = at.parentElement) if (isScroller(at)) return true; return false; };
`;

/** Texts wider than their box, and boxes that reach out of the page, unless they are meant to be scrolled. */
export function findClipped(page: Page): Promise<string[]> {
  return ask(
    page,
    `(() => {${SEEN}
      const found = [];
      if (document.documentElement.scrollWidth > document.documentElement.clientWidth) found.push("the page scrolls sideways");
      for (const one of document.body.querySelectorAll(":not(svg, svg *, script, style, noscript, input, col, colgroup, br)")) {
        if (!seen(one) || inScroller(one.parentElement)) continue;
        const box = one.getBoundingClientRect();
        if (box.right > document.documentElement.clientWidth + 1 || box.left < -1) found.push("outside: " + nameOf(one));
        if (getComputedStyle(one).display === "inline" || isScroller(one)) continue;
        if (one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1) found.push("too wide: " + nameOf(one));
      }
      return found;
    })()`,
  );
}

/** Texts whose colour is too close to what is behind them: below a contrast of 4 to 1. */
export function findPale(page: Page): Promise<string[]> {
  return ask(
    page,
    `(() => {${SEEN}
      const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
      const channels = (colour) => {
        canvas.clearRect(0, 0, 1, 1);
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
        return [...canvas.getImageData(0, 0, 1, 1).data];
      };
      const light = ([r, g, b]) => [r, g, b].map((part) => part / 255)
        .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
        .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
      const behind = (one) => {
        for (let at = one; at; at = at.parentElement) {
          const colour = channels(getComputedStyle(at).backgroundColor);
          if (colour[3] === 255) return colour;
        }
        return [255, 255, 255];
      };
      const found = new Set();
      for (const one of document.body.querySelectorAll(":not(svg, svg *, script, style, noscript)")) {
        const says = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== "");
        if (!says || !seen(one)) continue;
        const [a, b] = [light(channels(getComputedStyle(one).color)), light(behind(one))];
        if ((Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) < 4) found.add("pale: " + nameOf(one));
      }
      return [...found];
    })()`,
  );
}

const CONTROLS = `a[href], button, input, summary, [tabindex="0"]`;

/** Controls that Tab does not reach, and those without a mark when they are reached. */
export async function findUnreachable(page: Page): Promise<string[]> {
  await ask(
    page,
    `(() => {${SEEN}
    globalThis.wanted = new Set([...document.querySelectorAll(${JSON.stringify(CONTROLS)})].filter(seen));
    globalThis.faults = new Set();
    document.activeElement?.blur();
    scrollTo(0, 0);
    document.addEventListener("focusin", ({ target }) => {
      wanted.delete(target);
      const { outlineStyle, outlineWidth } = getComputedStyle(target);
      if (outlineStyle === "none" || parseFloat(outlineWidth) < 1) faults.add("no mark: " + nameOf(target));
    });
  })()`,
  );
  const count = await ask<number>(page, `wanted.size`);
  for (let pressed = 0; pressed < count + 5; pressed++) await page.keyboard.press("Tab");
  return ask(
    page,
    `(() => {${SEEN} return [...faults, ...[...wanted].map((one) => "not reached: " + nameOf(one))]; })()`,
  );
}

/** Folded parts whose content is not on paper, in a page that is shown as it is printed. */
export function findUnprinted(page: Page): Promise<string[]> {
  return ask(
    page,
    `(() => {${SEEN}
      const folded = [...document.querySelectorAll("details:not([hidden])")].flatMap((one) => [...one.children].slice(1));
      const rows = [...document.querySelectorAll("tr[data-row]")];
      return [...folded, ...rows].filter((one) => one.textContent.trim() !== "" && !(one.getClientRects().length > 0 && one.checkVisibility())).map(nameOf);
    })()`,
  );
}
