/** Messages about images in the reports of imports. */

const shortened = (url: string): string => (url.length > 200 ? `${url.slice(0, 199)}…` : url);

export const imageNotInSource = (url: string): string =>
  `The image ${shortened(url)} is not in the file, and its URL says no server to fetch it from.`;
export const imageNotReadable = (url: string, reason: string): string =>
  `The image ${shortened(url)} could not be stored: ${reason}`;
export const becameImage = (url: string, title: string): string =>
  `It is the image ${url} of “${title.length > 80 ? `${title.slice(0, 79)}…` : title || 'Untitled'}”.`;
export const inLibrary = 'No imported post shows it, so it is only in the library of images.';
export const inLibraryLater =
  'No imported post shows it. It is fetched from the old site and then only in the library of images.';
export const libraryTitle = (name: string): string => `Images of ${name} that no post shows`;
export const photoNotStored = (url: string, reason: string): string =>
  `The photo ${shortened(url)} could not be stored: ${reason}`;
export const imageUrlTooLong = (url: string): string =>
  `The URL of the image ${shortened(url)} is too long to fetch it. The post links to it.`;
export const imageGaveUp = (reason: string): string => `${reason} It was tried for several days.`;
