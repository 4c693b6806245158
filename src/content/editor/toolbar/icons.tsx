const letters = {
  bold: 'B',
  italic: 'I',
  underline: 'U',
  strike: 'S',
};

const letterH = 'M3 5v10M9.5 5v10M3 10h6.5';

const lines = {
  h1: `${letterH}M13 7l2.5-2v10`,
  h2: `${letterH}M12.5 7.2a2.2 2.2 0 1 1 4 1.3L12.5 15h4.7`,
  h3: `${letterH}M12.6 5h4l-2.5 3.7a3.1 3.1 0 1 1-1.9 5.3`,
  h4: `${letterH}M16 15V5l-3.7 7.2h5.5`,
  h5: `${letterH}M16.8 5h-3.5l-.5 4.3a3 3 0 1 1-.4 4.7`,
  h6: `${letterH}M16.2 5c-2.4 1.2-3.7 3.8-3.7 7M12.5 12.5a2.45 2.45 0 1 0 4.9 0a2.45 2.45 0 1 0-4.9 0`,
  undo: 'M4 8h9a4 4 0 0 1 0 8H7M7 5 4 8l3 3',
  redo: 'M16 8H7a4 4 0 0 0 0 8h6M13 5l3 3-3 3',
  code: 'M7 6 3 10l4 4M13 6l4 4-4 4',
  blockquote: 'M4 5v10M8 6h9M8 10h9M8 14h6',
  'ordered-list':
    'M8 5h9M8 10h9M8 15h9M3 4l1-.6V7M2.8 9h1.6l-1.6 2.2h1.8M2.8 13.4h1.7l-1 1a.9.9 0 1 1-.8 1.3',
  'bullet-list': 'M8 5h9M8 10h9M8 15h9M3.5 5h.01M3.5 10h.01M3.5 15h.01',
  link: 'M8.5 11.5a3 3 0 0 0 4.3 0l2.6-2.6a3 3 0 0 0-4.3-4.3L10 5.700M11.5 8.500a3 3 0 0 0-4.3 0L4.6 11.100a3 3 0 0 0 4.3 4.300L10 14.3',
  image: 'M3 4h14v12H3zM6.5 8h.01M3 14l4-4 3 3 3-3 4 4',
  'text-color': 'M6 12 10 3l4 9M7.5 9h5M3 16.500h14',
  'background-color': 'M4 14 12 6l3 3-8 8H4zM10 8l3 3M12 17h5',
  'align-left': 'M3 5h14M3 10h9M3 15h12',
  'align-center': 'M3 5h14M5.5 10h9M4 15h12',
  'align-right': 'M3 5h14M8 10h9M5 15h12',
  'align-justify': 'M3 5h14M3 10h14M3 15h14',
  paragraph: 'M13 16V4M9.500 16V4M15.500 4H8a3.200 3.200 0 0 0 0 6.400h1.500',
  'task-list': 'M3 5l1.200 1.200L6.500 4M9.500 5h7.500M3 10.500h3.500v3.500H3zM9.500 12.500h7.500',
  gallery: 'M3 3h6v6H3zM11 3h6v6h-6zM3 11h6v6H3zM11 11h6v6h-6z',
  'code-block': 'M3 4h14v12H3zM8 8l-2 2 2 2M12 8l2 2-2 2',
  table: 'M3 4h14v12H3zM3 8h14M3 12h14M9 4v12',
  callout: 'M3 4h14v9H9l-3.500 3.500V13H3zM10 6.500v2.500M10 11h.01',
  button: 'M5.500 6h9a4 4 0 0 1 0 8h-9a4 4 0 0 1 0-8zM7 10h6',
  columns: 'M3 4h6v12H3zM11 4h6v12h-6z',
  snippet: 'M5 3h10v14l-5-4-5 4z',
  details: 'M4 6l3 3-3 3M10 6h7M10 10h7M10 14h5',
  'definition-list': 'M3 5h6M6 9h11M3 13h6M6 17h11',
  footnote: 'M3 6h8M3 10h7M3 14h5M14 9l1.500-1v5.500',
  embed: 'M3 4h14v12H3zM8.500 7.500v5l4-2.500z',
  audio: 'M8 14V5l8-2v9M8 14a2 2 0 1 1-4 0a2 2 0 0 1 4 0M16 12a2 2 0 1 1-4 0a2 2 0 0 1 4 0',
  video: 'M3 5h10v10H3zM13 9l4-2.500v7L13 11',
  formula: 'M15 5H5l5 5-5 5h10',
  rule: 'M3 10h14',
  contents: 'M3 5h.01M6 5h11M6 10h.01M9 10h8M6 15h.01M9 15h6',
  highlight: 'M4 16h12M6 12l6.500-6.500 2.500 2.500L8.500 14.500H6z',
  open: 'M8 4H4v12h12v-4M11 4h5v5M16 4l-7 7',
  edit: 'M4 16l1-4 8-8 3 3-8 8z',
  copy: 'M7 7h9v9H7zM4 13V4h9',
  remove: 'M5 5l10 10M15 5L5 15',
  delete: 'M4 6h12M8 6V4h4v2M6 6l.700 10h6.600L14 6',
  superscript: 'M3 7l6 8M9 7l-6 8M13 6.500a1.700 1.700 0 1 1 3 1L13 11h3.500',
  subscript: 'M3 5l6 8M9 5l-6 8M13 12.500a1.700 1.700 0 1 1 3 1L13 17h3.500',
  keyboard: 'M3 5h14v10H3zM6 8h.01M9 8h.01M12 8h.01M14 8h.01M7 12h6',
  width: 'M3 10h14M6 7l-3 3 3 3M14 7l3 3-3 3',
  'width-text': 'M6 3h8M6 17h8M6 6.500h8v7H6z',
  'width-wide': 'M6 3h8M6 17h8M3.500 6.500h13v7h-13z',
  'width-full': 'M6 3h8M6 17h8M1 6.500h18v7H1z',
  'width-start': 'M3 4h7v7H3zM13 5h4M13 10h4M3 15h14',
  'width-end': 'M10 4h7v7h-7zM3 5h4M3 10h4M3 15h14',
  more: 'M4 9.500a.5.5 0 1 0 .01 0M10 9.500a.5.5 0 1 0 .01 0M16 9.500a.5.5 0 1 0 .01 0',
};

export type IconName = keyof typeof letters | keyof typeof lines;

/** Blocks name their icons as text, because they know nothing of how icons are drawn. */
export const isIcon = (name: string): name is IconName => name in letters || name in lines;

export function Icon({ name }: { name: string }) {
  if (name in letters)
    return (
      <span aria-hidden="true" className={`editor-letter editor-letter-${name}`}>
        {letters[name as keyof typeof letters]}
      </span>
    );
  return (
    <svg aria-hidden="true" viewBox="0 0 20 20">
      <path d={isIcon(name) ? lines[name as keyof typeof lines] : lines.paragraph} />
    </svg>
  );
}
