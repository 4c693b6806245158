type Props = { of: readonly (readonly [keys: string, text: string])[] };

/** Keys and what they do. */
export const Shortcuts = ({ of }: Props) => (
  <dl className="shortcuts">
    {of.map(([keys, text]) => (
      <div key={keys}>
        <dt>
          <kbd>{keys}</kbd>
        </dt>
        <dd>{text}</dd>
      </div>
    ))}
  </dl>
);
