// Renders what is above the table: search, folding, the theme. Hidden where scripts do not run.
import { markup, type Markup } from "./markup.js";

export function toolbarMarkup(): Markup {
  return markup`<div class="toolbar" role="search">
<input id="search" type="search" placeholder="Search everything" aria-label="Search everything" autocomplete="off" spellcheck="false">
<output id="found" aria-live="polite"></output>
<span class="buttons"><button type="button" id="expand" title="e">Unfold all</button>
<button type="button" id="collapse" title="c">Fold all</button>
<button type="button" id="theme" title="t">Dark or light</button></span>
<small class="keys"><kbd>/</kbd> search, <kbd>Enter</kbd> next, <kbd>j</kbd> <kbd>k</kbd> workflow, <kbd>e</kbd> <kbd>c</kbd> fold, <kbd>t</kbd> theme</small>
</div>`;
}
