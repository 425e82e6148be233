// What the theme leaves to be said: a name for the dialog of the search, and wide tables that a keyboard can scroll.
addEventListener("load", () => {
  document.querySelector(".md-search")?.setAttribute("aria-label", "Search");
  for (const table of document.querySelectorAll(".md-typeset__scrollwrap")) {
    table.tabIndex = 0;
  }
});
