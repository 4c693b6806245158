/** Messages about images in the reports of imports. */

const shortened = (url: string): string => (url.length > 200 ? `${url.slice(0, 199)}…` : url);

export const imageNotInSource = (url: string): string =>
  `The image ${shortened(url)} is not in the file, and its URL says no server to fetch it from.`;
export const imageNotReadable = (url: string, reason: string): string =>
  `The image ${shortened(url)} could not be stored: ${reason}`;
export const imageUrlTooLong = (url: string): string =>
  `The URL of the image ${shortened(url)} is too long to fetch it. The post links to it.`;
export const imageGaveUp = (reason: string): string => `${reason} It was tried for several days.`;
