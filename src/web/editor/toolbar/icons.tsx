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
};

export type IconName = keyof typeof letters | keyof typeof lines;

export function Icon({ name }: { name: IconName }) {
  if (name in letters)
    return (
      <span aria-hidden="true" className={`editor-letter editor-letter-${name}`}>
        {letters[name as keyof typeof letters]}
      </span>
    );
  return (
    <svg aria-hidden="true" viewBox="0 0 20 20">
      <path d={lines[name as keyof typeof lines]} />
    </svg>
  );
}
