/** How long mails wait after a publication, so that the author can take it back. */
export const takeBackMs = 2 * 60 * 1000;
