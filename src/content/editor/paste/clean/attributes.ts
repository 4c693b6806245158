import { type Step, select, unwrap } from './dom.ts';

const allowed: Record<string, readonly string[]> = {
  a: ['href'],
  abbr: ['title'],
  audio: ['src'],
  img: ['src', 'alt', 'title', 'width'],
  ol: ['start'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan'],
  video: ['src', 'width', 'height'],
};
const classes = /^(?:language-[\w+#.-]{1,31}|tasks|done|gallery|embed|media|math|toc|footnote|callout \w+)$/;

/** Drops the attributes of other programs: classes, ids, data, language, direction. */
export const cleanAttributes: Step = (body) => {
  for (const element of select(body, '*')) {
    const names = allowed[element.localName] ?? [];
    for (const name of element.getAttributeNames()) {
      if (name === 'style' || names.includes(name)) continue;
      if (name === 'class' && classes.test(element.className)) continue;
      element.removeAttribute(name);
    }
    if (element.localName === 'span' && element.attributes.length === 0) unwrap(element);
  }
};
