import { useMessages } from '../../../platform/web/messages.ts';
import { useSite } from '../../site/pages/site-context.ts';
import type { Author } from '../api/profiles.ts';

/** About the author of a post, as an h-card. */
export function AuthorBox({ author }: { author: Author | null }) {
  const messages = useMessages();
  const site = useSite();
  if (!author) return null;
  const { display_name: name, photo, bio, links } = author;
  return (
    <section id="author" className="author-box p-author h-card" aria-label={messages.aboutAuthor(name)}>
      {photo && (
        <img
          className="u-photo"
          src={photo.file_path}
          srcSet={photo.srcset}
          sizes="96px"
          width={96}
          height={96}
          alt={name}
          loading="lazy"
          decoding="async"
        />
      )}
      <div>
        <h2 className="p-name">
          <bdi>{name}</bdi>
        </h2>
        {links.length === 0 && (
          <a className="u-url" href={`${site.site_url}/`} hidden>
            {name}
          </a>
        )}
        {bio && (
          <div
            className="author-bio p-note"
            dir="auto"
            // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized when it was saved
            dangerouslySetInnerHTML={{ __html: bio }}
          />
        )}
        {links.length > 0 && (
          <ul className="author-links">
            {links.map(({ label, url }) => (
              <li key={url + label}>
                <a className="u-url" rel="me" href={url}>
                  <bdi>{label}</bdi>
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
