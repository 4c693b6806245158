/** Replaces the preview of an embed by its player. */
export function play(link: HTMLElement): void {
  const { player = '', title = '', ratio } = link.dataset;
  const frame = document.createElement('iframe');
  frame.title = title;
  frame.allow = 'autoplay; encrypted-media; fullscreen; picture-in-picture';
  // Some players refuse to start for pages that they do not know.
  frame.referrerPolicy = 'strict-origin-when-cross-origin';
  frame.sandbox.add(
    'allow-scripts',
    'allow-same-origin',
    'allow-popups',
    'allow-forms',
    'allow-presentation',
  );
  frame.src = player;
  frame.className = 'embed-player';
  if (ratio) frame.style.aspectRatio = ratio;
  link.replaceWith(frame);
  frame.focus();
}
