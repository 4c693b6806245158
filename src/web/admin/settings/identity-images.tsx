import { type ChangeEvent, useId, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { imageTypes } from '../../../contract/limits.ts';
import type { ChangedSiteImages, SiteImage, SiteImageName, SiteImages } from '../../../contract/site.ts';
import { FormError } from '../controls/form-error.tsx';
import { adminApi } from '../data/admin-api.ts';
import { useSend } from '../data/use-send.ts';

const slots: readonly { name: SiteImageName; label: string; hint: string }[] = [
  {
    name: 'logo',
    label: 'Logo',
    hint: 'At the top of every page, beside the site name. PNG or WebP with a transparent ground looks best.',
  },
  {
    name: 'logo_dark',
    label: 'Logo in dark mode',
    hint: 'Optional. Without it, a dark logo on a transparent ground gets a light plate.',
  },
  {
    name: 'icon',
    label: 'Icon',
    hint: 'A square of 512 × 512 pixels or more, for browser tabs, bookmarks and home screens. All sizes are made from it.',
  },
  {
    name: 'social',
    label: 'Social image',
    hint: 'Shown when a page without an image of its own is shared. 1200 × 630 pixels.',
  },
];

/** The images of the site. They are saved as soon as they are uploaded. */
export function IdentityImages({ images }: { images: SiteImages }) {
  const heading = useId();
  return (
    <section className="boxed identity-images" id="images" aria-labelledby={heading}>
      <h2 id={heading}>Images</h2>
      <ul>
        {slots.map((slot) => (
          <ImageSlot
            key={slot.name}
            {...slot}
            image={images[slot.name]}
            isDisabled={slot.name === 'logo_dark' && !images.logo && !images.logo_dark}
          />
        ))}
      </ul>
    </section>
  );
}

type SlotProps = {
  name: SiteImageName;
  label: string;
  hint: string;
  image: SiteImage | null;
  isDisabled: boolean;
};

function ImageSlot({ name, label, hint, image, isDisabled }: SlotProps) {
  const { busy, error, send } = useSend();
  const { revalidate } = useRevalidator();
  const [status, setStatus] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const change = (work: () => Promise<ChangedSiteImages>, done: string) =>
    void send(async () => {
      setStatus('');
      const { notes } = await work();
      setStatus([done, ...notes].join(' '));
      await revalidate();
    });
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    // The same file can be chosen again.
    target.value = '';
    if (file) change(() => adminApi.uploadSiteImage(name, file), `${label}: uploaded.`);
  };
  return (
    <li className={`image-slot ${name}`}>
      <div className="preview">
        {image ? (
          <img src={image.file_path} width={image.width} height={image.height} alt={`${label} at present`} />
        ) : (
          <span className="soft">None</span>
        )}
      </div>
      <div>
        <h3 id={`${id}-name`}>{label}</h3>
        <p className="soft" id={`${id}-hint`}>
          {hint}
        </p>
        <p className="actions">
          <input
            ref={input}
            className="visually-hidden"
            type="file"
            tabIndex={-1}
            aria-hidden="true"
            accept={imageTypes.join(',')}
            onChange={choose}
          />
          <button
            type="button"
            aria-disabled={busy || isDisabled}
            aria-describedby={`${id}-hint`}
            onClick={() => !busy && !isDisabled && input.current?.click()}
          >
            {image ? 'Replace' : 'Upload'}
            <span className="visually-hidden"> {label}</span>
          </button>
          {image && (
            <button
              type="button"
              className="quiet"
              aria-disabled={busy}
              onClick={() => change(() => adminApi.removeSiteImage(name), `${label}: removed.`)}
            >
              Remove<span className="visually-hidden"> {label}</span>
            </button>
          )}
          <span role="status">{busy ? 'Working …' : status}</span>
        </p>
        <FormError message={error} />
      </div>
    </li>
  );
}
