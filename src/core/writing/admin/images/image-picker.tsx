import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import type { PickedImage, PickImages } from '../../../../content/editor/uploads/uploads.ts';
import { Dialog } from '../../../../platform/admin/controls/dialog.tsx';
import { FormError } from '../../../../platform/admin/controls/form-error.tsx';
import { titleOf } from '../../../../platform/admin/controls/format.ts';
import { SearchField } from '../../../../platform/admin/controls/search-field.tsx';
import { errorMessage } from '../../../../platform/admin/frame/notices.tsx';
import { plural, t } from '../../../../platform/messages/translate.ts';
import type { LibraryImage } from '../../../images/api/images.ts';
import { postImageCalls } from './calls.ts';
import './image-picker.css';

type Request = { multiple: boolean; resolve: (picked: PickedImage[] | null) => void };

/** A dialog to choose images of the library. `picker` has to be rendered; `pickImages` opens it. */
export function useImagePicker(): { picker: React.ReactNode; pickImages: PickImages } {
  const [request, setRequest] = useState<Request | null>(null);
  const pickImages = useCallback<PickImages>(
    ({ multiple }) => new Promise((resolve) => setRequest({ multiple, resolve })),
    [],
  );
  const close = (picked: LibraryImage[] | null) => {
    setRequest(null);
    const images = picked?.map(({ file_path, alt, width, height }) => ({
      src: file_path,
      alt,
      width,
      height,
    }));
    request?.resolve(images ?? null);
  };
  return {
    pickImages,
    picker: request && <ImagePicker multiple={request.multiple} onClose={close} />,
  };
}

const pageSize = 24;

function ImagePicker({
  multiple,
  onClose,
}: {
  multiple: boolean;
  onClose: (picked: LibraryImage[] | null) => void;
}) {
  const { images, total, error, search, loadMore, setSearch } = useImages();
  const [picked, setPicked] = useState<LibraryImage[]>([]);
  const toggle = (image: LibraryImage) => {
    if (!multiple) return onClose([image]);
    setPicked((before) =>
      before.some(({ id }) => id === image.id)
        ? before.filter(({ id }) => id !== image.id)
        : [...before, image],
    );
  };
  return (
    <Dialog title={multiple ? t('Choose images') : t('Choose an image')} wide onClose={() => onClose(null)}>
      <search className="filters">
        <SearchField value={search} onSearch={setSearch} />
      </search>
      <p role="status" className="soft">
        {images && plural(total, { one: '1 image', other: '{count} images' })}
      </p>
      {images && images.length > 0 && (
        <Grid images={images} picked={picked} multiple={multiple} onToggle={toggle} />
      )}
      <FormError message={error} />
      <p className="actions">
        {images && images.length < total && (
          <button type="button" className="quiet" onClick={loadMore}>
            {t('Load more')}
          </button>
        )}
        <button type="button" onClick={() => onClose(null)}>
          {t('Cancel')}
        </button>
        {multiple && (
          <button
            type="button"
            className="primary"
            disabled={picked.length === 0}
            onClick={() => onClose(picked)}
          >
            {picked.length > 1 ? t('Insert {count} images', { count: picked.length }) : t('Insert')}
          </button>
        )}
      </p>
    </Dialog>
  );
}

type GridProps = {
  images: LibraryImage[];
  picked: LibraryImage[];
  multiple: boolean;
  onToggle: (image: LibraryImage) => void;
};

/** One tab stop; arrow keys, Home and End move, Space and Enter choose. */
function Grid({ images, picked, multiple, onToggle }: GridProps) {
  const [current, setCurrent] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const options = () => [...(list.current?.querySelectorAll<HTMLElement>('[role="option"]') ?? [])];
  const onKeyDown = (event: KeyboardEvent) => {
    const image = images[current];
    if ((event.key === ' ' || event.key === 'Enter') && image) onToggle(image);
    else {
      const next = target(event.key, current, options());
      if (next === null) return;
      setCurrent(next);
      options()[next]?.focus();
    }
    event.preventDefault();
  };
  const order = (id: number) => picked.findIndex((image) => image.id === id) + 1;
  return (
    <div
      ref={list}
      role="listbox"
      aria-label={t('Images')}
      aria-multiselectable={multiple}
      tabIndex={-1}
      className="picker-grid"
      onKeyDown={onKeyDown}
    >
      {images.map((image, index) => (
        <div
          key={image.id}
          role="option"
          aria-selected={order(image.id) > 0}
          data-order={order(image.id) || undefined}
          aria-label={`${image.alt || t('Image {id}', { id: String(image.id) })}, ${titleOf(image)}`}
          tabIndex={index === Math.min(current, images.length - 1) ? 0 : -1}
          onFocus={() => setCurrent(index)}
          onClick={() => onToggle(image)}
          onKeyDown={undefined}
        >
          <img
            src={image.file_path_thumbnail}
            alt=""
            width={image.width}
            height={image.height}
            loading="lazy"
            style={{ backgroundColor: image.color }}
          />
          <span>{image.alt || titleOf(image)}</span>
        </div>
      ))}
    </div>
  );
}

/** Where a key moves to; null for other keys. Rows depend on the width of the window. */
function target(key: string, from: number, options: readonly HTMLElement[]): number | null {
  const top = options[0]?.offsetTop;
  const perRow = Math.max(1, options.filter((option) => option.offsetTop === top).length);
  const steps: Record<string, number> = {
    ArrowRight: from + 1,
    ArrowLeft: from - 1,
    ArrowDown: from + perRow,
    ArrowUp: from - perRow,
    Home: 0,
    End: options.length - 1,
  };
  const to = steps[key];
  return to === undefined ? null : to < 0 || to >= options.length ? from : to;
}

function useImages() {
  const [search, setSearch] = useState('');
  const [images, setImages] = useState<LibraryImage[] | null>(null);
  const [total, setTotal] = useState(0);
  const [error, setError] = useState<string | null>(null);
  const latest = useRef('');
  const load = (query: string, before: LibraryImage[]) => {
    latest.current = query;
    postImageCalls.images({ search: query, limit: pageSize, offset: before.length }).then(
      (page) => {
        // The answer to an earlier search may arrive after that to a later one.
        if (latest.current !== query) return;
        setImages([...before, ...page.items]);
        setTotal(page.total);
        setError(null);
      },
      (failure) => setError(errorMessage(failure)),
    );
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the search starts a new list
  useEffect(() => load(search, []), [search]);
  return { images, total, error, search, setSearch, loadMore: () => load(search, images ?? []) };
}
