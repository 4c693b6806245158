import { useSite } from '../../site/pages/site-context.ts';
import type { Author } from '../api/profiles.ts';

/** Lets other sites verify that a profile there belongs to the author of this one. */
export const AuthorLinks = ({ author }: { author: Author | null }) =>
  author?.links.map(({ url }) => <link key={url} rel="me" href={url} />);

/** The representative h-card of the site, for programs: readers see the author at each post. */
export function HomeAuthor({ author }: { author: Author | null }) {
  const site = useSite();
  if (!author) return null;
  return (
    <div className="p-author h-card" hidden>
      <a className="p-name u-url u-uid" rel="me" href={`${site.site_url}/`}>
        {author.display_name}
      </a>
      {author.photo && (
        <img className="u-photo" src={author.photo.file_path} alt={author.display_name} loading="lazy" />
      )}
      {author.links.map(({ url }) => (
        <a key={url} className="u-url" rel="me" href={url}>
          {url}
        </a>
      ))}
    </div>
  );
}
