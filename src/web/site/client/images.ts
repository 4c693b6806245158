/** Opens the images of a post in the viewer, which is loaded then. Without this script they are links. */
export function viewImagesInPlace(): void {
  addEventListener('click', (event) => {
    const link =
      event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('.content a.zoom') : null;
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    event.preventDefault();
    import('../islands/content-viewer.tsx').then(
      ({ openViewer }) => openViewer(link),
      () => location.assign(link.href),
    );
  });
}
