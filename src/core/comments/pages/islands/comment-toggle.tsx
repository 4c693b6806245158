import type { FormEvent } from 'react';

/** Toggles the comment form. Without JavaScript it loads the post page with the form open. */
export function CommentToggle({
  postUrl,
  label,
  open,
  controls,
  onToggle,
}: {
  postUrl: string;
  label: string;
  open: boolean;
  controls: string;
  onToggle(): void;
}) {
  const toggle = (event: FormEvent) => {
    event.preventDefault();
    onToggle();
  };
  return (
    <form className="comment-toggle" action={`${postUrl}#comments`} onSubmit={toggle}>
      <button type="submit" name="comment" value="1" aria-expanded={open} aria-controls={controls}>
        {label}
      </button>
    </form>
  );
}
