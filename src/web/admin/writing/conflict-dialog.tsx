import { useState } from 'react';
import type { PostText } from '../../../contract/post-fields.ts';
import type { Post } from '../../../contract/posts.ts';
import { contentCopied, contentNotCopied } from '../../../messages/owner.ts';
import { copyText } from '../controls/copy-text.ts';
import { Dialog } from '../controls/dialog.tsx';
import { labeledText, type PostValues } from './post-saving.ts';

/** Shows both texts side by side when the post was saved elsewhere in the meantime, and lets the author decide. */
export function ConflictDialog({
  mine,
  theirs,
  onKeepMine,
  onTakeTheirs,
  onClose,
}: {
  mine: PostValues;
  theirs: Post;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onClose: () => void;
}) {
  const [copied, setCopied] = useState('');
  const copy = async () => {
    setCopied((await copyText(mine.post_content)) ? contentCopied : contentNotCopied);
  };
  return (
    <Dialog title="This post was changed elsewhere" onClose={onClose} wide>
      <p>
        It was saved in another tab or by another administrator since you opened it. Nothing was overwritten.
      </p>
      <div className="versions">
        <Version name="Mine" text={mine} active={mine.active} />
        <Version name="Theirs" text={theirs} active={theirs.active === 1} />
      </div>
      <p className="actions">
        <button type="button" data-first-focus onClick={onClose}>
          Back to my text
        </button>
        <button type="button" onClick={() => void copy()}>
          Copy mine
        </button>
        <button type="button" onClick={onTakeTheirs}>
          Take theirs
        </button>
        <button type="button" className="primary" onClick={onKeepMine}>
          Keep mine
        </button>
      </p>
      <p role="status">{copied}</p>
    </Dialog>
  );
}

function Version({ name, text, active }: { name: string; text: PostText; active: boolean }) {
  return (
    <section aria-label={name}>
      <h3>
        {name} <span className="chip">{active ? 'Active' : 'Inactive'}</span>
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll the text */}
      <div className="version-text" tabIndex={0}>
        {labeledText(text).map((field) => (
          <p key={field.label}>
            <strong>{field.label}</strong>
            {`\n${field.text}`}
          </p>
        ))}
      </div>
    </section>
  );
}
