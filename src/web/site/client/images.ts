import { loadIslandMessages } from './island-messages.ts';
import { clicked } from './plain-click.ts';

/** Opens the images of a post in the viewer, which is loaded then. Without this script they are links. */
export function viewImagesInPlace(): void {
  addEventListener('click', (event) => {
    const link = clicked<HTMLAnchorElement>(event, '.content a.zoom');
    if (!link) return;
    event.preventDefault();
    Promise.all([import('../islands/content-viewer.tsx'), loadIslandMessages()]).then(
      ([{ openViewer }, messages]) => openViewer(link, messages),
      () => location.assign(link.href),
    );
  });
}
