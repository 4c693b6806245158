/**
 * Tells style sheets how far the visible part of the page is from top and bottom. While an on-screen keyboard is open, iOS scrolls the
 * visible part within the viewport that sticky elements stick to, which would move the toolbar out of sight.
 */
export function followVisualViewport(element: HTMLElement): () => void {
  const viewport = window.visualViewport;
  if (!viewport) return () => {};
  const follow = () => {
    const below = document.documentElement.clientHeight - viewport.offsetTop - viewport.height;
    element.style.setProperty('--viewport-top', `${Math.max(0, viewport.offsetTop)}px`);
    element.style.setProperty('--viewport-bottom', `${Math.max(0, below)}px`);
  };
  viewport.addEventListener('resize', follow);
  viewport.addEventListener('scroll', follow);
  return () => {
    viewport.removeEventListener('resize', follow);
    viewport.removeEventListener('scroll', follow);
  };
}
