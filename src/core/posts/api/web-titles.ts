const characters = /^[-a-z0-9\p{Ll}\p{Lo}\p{Lm}\p{M}\p{Nd}]+$/u;
/** Latin letters are a-z; other scripts have letters without capitals, marks and digits. */
const otherLatin = /[^\P{Script=Latin}a-z]/u;
const misplacedDash = /^-|--|-$/;

/** Three tests of linear time: one expression for all of it would backtrack, and URLs of strangers are tested with it. */
export const isWebTitle = (text: string): boolean =>
  characters.test(text) && !otherLatin.test(text) && !misplacedDash.test(text);
