import { useState } from 'react';
import type { Post } from '../../../contract/posts.ts';
import { Dialog } from '../controls/dialog.tsx';
import { plainLines } from '../controls/plain-lines.ts';
import type { PostValues } from './post-saving.ts';

/** Somebody saved this post in the meantime: both texts side by side, and the person decides. */
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
    try {
      await navigator.clipboard.writeText(mine.post_content);
      setCopied('Your text is in the clipboard.');
    } catch {
      setCopied('This browser does not allow copying; close this and copy from the editor.');
    }
  };
  return (
    <Dialog title="This post was changed elsewhere" onClose={onClose} wide>
      <p>It was saved in another tab or by somebody else since you opened it. Nothing was overwritten.</p>
      <div className="versions">
        <Version name="Mine" title={mine.post_title} html={mine.post_content} active={mine.active} />
        <Version
          name="Theirs"
          title={theirs.post_title}
          html={theirs.post_content}
          active={theirs.active === 1}
        />
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

function Version(props: { name: string; title: string; html: string; active: boolean }) {
  return (
    <section aria-label={props.name}>
      <h3>
        {props.name} <span className="chip">{props.active ? 'Active' : 'Inactive'}</span>
      </h3>
      <p>
        <strong>{props.title || 'Untitled'}</strong>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls must be reachable with the keyboard */}
      <div className="version-text" tabIndex={0}>
        {plainLines(props.html)}
      </div>
    </section>
  );
}
