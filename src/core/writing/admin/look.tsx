import type { ReactNode } from 'react';
import type { Image } from '../../images/api/images.ts';
import type { PostValues } from './post-values.ts';

/** What is known of a post before it is saved, to show how it will look somewhere. */
export type LookProps = {
  values: PostValues;
  title: string;
  /** The description, or the beginning of the text without one. */
  summary: string;
  /** Its main image. */
  image: Image | undefined;
};

/** How a post looks in one place; the image is at the end of the line. */
export function Look({
  name,
  className = '',
  image,
  children,
}: {
  name: string;
  className?: string;
  image?: Image | undefined;
  children: ReactNode;
}) {
  return (
    <>
      <h3>{name}</h3>
      <div className={`look ${className}`} dir="auto">
        {image && <img src={image.file_path_thumbnail} alt="" />}
        <div>{children}</div>
      </div>
    </>
  );
}
