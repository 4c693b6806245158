/** Where readers can comment on a text, they mark a passage of it. What that does is loaded when it is used. */
export const remarkOnSelection = (): void =>
  document.addEventListener('selectionchange', () => {
    const form = document.querySelector<HTMLFormElement>('.remark-form');
    if (form) void import('./mark-passage.ts').then(({ offerPassage }) => offerPassage(form));
  });
