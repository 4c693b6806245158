type Props = {
  action: string;
  /** What it is about. Many items of a list have the same button, so screen readers get both. */
  item: string;
  className?: string;
  onClick: () => unknown;
};

/** A button of an item in a list. */
export const ItemButton = ({ action, item, className = 'quiet', onClick }: Props) => (
  <button type="button" className={className} aria-label={`${action} ${item}`} onClick={() => void onClick()}>
    {action}
  </button>
);
