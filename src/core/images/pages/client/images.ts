import { loadIslandMessages } from '../../../../platform/web/client/island-messages.ts';
import { onPlainClick } from '../../../../platform/web/client/plain-click.ts';

/** Opens the images of a post in the viewer, which is loaded then. Without this script they are links. */
export const viewImagesInPlace = (): void =>
  onPlainClick<HTMLAnchorElement>('.content a.zoom', (link) => {
    Promise.all([import('../islands/content-viewer.tsx'), loadIslandMessages()]).then(
      ([{ openViewer }, messages]) => openViewer(link, messages),
      () => location.assign(link.href),
    );
  });
