export const firstPage = 5;
export const pageStep = 5;
export const relatedSize = 5;
export const largestPage = 100;
export const largestOffset = 1_000_000;
export const sessionPollMs = 10_000;
export const commentMin = 4;
export const commentMax = 5_000;
export const nameMax = 50;
export const titleMax = 500;
export const tagMax = 100;
export const webTitleMax = 80;
/** Words of a-z and 0-9 joined by single dashes. */
export const webTitlePattern = '[a-z0-9]+(-[a-z0-9]+)*';
export const passwordMin = 12;
export const uploadFileBytes = 20 * 1024 * 1024;
export const uploadFiles = 20;
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'];
export const adminBodyBytes = 5 * 1024 * 1024;
export const visitorBodyBytes = 64 * 1024;
/** How the list calls say 'no filter'. */
export const noFilter = '!null';
