import { type Step, select, unwrap } from './dom.ts';

/** Google Docs: a `<b>` around the whole clipboard, and a frame around each image. */
export const readGoogle: Step = (body) => {
  for (const wrapper of select(body, '[id^="docs-internal-guid"]')) unwrap(wrapper);
  for (const frame of select(body, 'span[style*="overflow:hidden"] > img:only-child'))
    if (frame.parentElement) unwrap(frame.parentElement);
};
