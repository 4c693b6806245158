import { frontMatter } from '../../../content/markdown/write-front-matter.ts';
import type { ExportedSite } from './content.ts';

/** Files of the archive that are not pages of a site: Jekyll would publish them otherwise. */
export const dataFiles = {
  comments: 'comments.json',
  reactions: 'reactions.json',
  votes: 'votes.json',
  redirects: 'redirects.json',
  settings: 'settings.json',
  media: 'media.json',
  subscribers: 'subscribers.json',
  subscribersCsv: 'subscribers.csv',
  suppressions: 'suppressions.json',
  wordpress: 'wordpress.xml',
  ghost: 'ghost.json',
  readme: 'README.txt',
  manifest: 'export.json',
} as const;

/** The small files with which Hugo and Jekyll build the folder as it is. */
export function siteFiles(site: ExportedSite): Map<string, string> {
  return new Map([
    ['hugo.toml', hugoConfig(site)],
    ['layouts/_default/baseof.html', hugoBase],
    ['layouts/_default/single.html', hugoSingle],
    ['layouts/_default/list.html', hugoList],
    ['_config.yml', jekyllConfig(site)],
    ['_layouts/default.html', jekyllBase],
    ['_layouts/post.html', jekyllPost],
    ['_plugins/posts.rb', jekyllPlugin],
    ['index.html', jekyllIndex],
  ]);
}

/** JSON, which escapes as TOML does, with the one character that TOML escapes in addition. */
const toml = (text: string): string => JSON.stringify(text.toWellFormed()).replaceAll('\u007f', '\\u007f');

const hugoConfig = (
  site: ExportedSite,
): string => `# Written by Not Terrible. "hugo" builds this folder into public/.
baseURL = ${toml(`${site.url}/`)}
title = ${toml(site.name)}
languageCode = ${toml(site.language)}
timeZone = ${toml(site.timeZone)}
# Their dates may be in the future on purpose; what is not public has "draft".
buildFuture = true
disableKinds = ["section"]

[markup.goldmark.renderer]
# Figures, tables with blocks and other HTML of the posts.
unsafe = true
[markup.goldmark.extensions]
typographer = false

[[module.mounts]]
source = "posts"
target = "content/posts"
[[module.mounts]]
source = "pages"
target = "content/pages"
[[module.mounts]]
source = "images"
target = "static/images"
[[module.mounts]]
source = "layouts"
target = "layouts"
`;

const hugoBase = `<!doctype html>
<html lang="{{ .Params.language | default .Site.LanguageCode }}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{{ .Title | default .Site.Title }}</title>
{{ with .Description }}<meta name="description" content="{{ . }}">{{ end }}
</head>
<body>
<header><a href="{{ "/" | relURL }}">{{ .Site.Title }}</a></header>
<main>{{ block "main" . }}{{ end }}</main>
</body>
</html>
`;

const hugoSingle = `{{ define "main" }}
<article>
<h1>{{ .Title }}</h1>
<p>{{ .Date.Format "2006-01-02" }}{{ with .Params.author }} · {{ . }}{{ end }}</p>
{{ with .Params.image }}<img src="{{ . | relURL }}" alt="">{{ end }}
{{ .Content }}
<p>{{ range .GetTerms "tags" }}<a href="{{ .RelPermalink }}">{{ .LinkTitle }}</a> {{ end }}</p>
</article>
{{ end }}
`;

const hugoList = `{{ define "main" }}
<h1>{{ .Title }}</h1>
<ul class="posts">
{{ $pages := .Pages }}{{ if .IsHome }}{{ $pages = where .Site.RegularPages "Section" "posts" }}{{ end }}
{{ range $pages.ByDate.Reverse }}<li><a href="{{ .RelPermalink }}">{{ .Title | default "Untitled" }}</a></li>
{{ end }}
</ul>
{{ if .IsHome }}<ul class="pages">
{{ range where .Site.RegularPages "Section" "pages" }}<li><a href="{{ .RelPermalink }}">{{ .Title | default "Untitled" }}</a></li>
{{ end }}
</ul>{{ end }}
{{ end }}
`;

function jekyllConfig(site: ExportedSite): string {
  const fields = frontMatter({
    title: site.name,
    description: site.description,
    url: site.url,
    lang: site.language,
    timezone: site.timeZone,
    // Their dates may be in the future on purpose; what is not public has "published: false".
    future: true,
    excerpt_separator: '',
    markdown: 'kramdown',
    kramdown: { smart_quotes: 'apos,apos,quot,quot', syntax_highlighter: null, auto_ids: false },
    exclude: ['hugo.toml', 'layouts', 'public', ...Object.values(dataFiles)],
    include: ['_redirects'],
    defaults: [
      { scope: { path: 'posts' }, values: { layout: 'post', type: 'post' } },
      { scope: { path: 'pages' }, values: { layout: 'post', type: 'page' } },
    ],
  });
  return `# Written by Not Terrible. "jekyll build" builds this folder into _site/.\n${fields.replace(/^---\n|---\n$/g, '')}`;
}

const jekyllBase = `<!doctype html>
<html lang="{{ page.language | default: site.lang }}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{{ page.title | default: site.title | escape }}</title>
{% if page.description %}<meta name="description" content="{{ page.description | escape }}">{% endif %}
</head>
<body>
<header><a href="{{ '/' | relative_url }}">{{ site.title | escape }}</a></header>
<main>{{ content }}</main>
</body>
</html>
`;

const jekyllPost = `---
layout: default
---
<article>
<h1>{{ page.title | escape }}</h1>
<p>{{ page.date | date: "%Y-%m-%d" }}{% if page.author %} · {{ page.author | escape }}{% endif %}</p>
{% if page.image %}<img src="{{ page.image | relative_url }}" alt="">{% endif %}
{{ content }}
<p>{{ page.tags | join: ", " | escape }}</p>
</article>
`;

const jekyllIndex = `---
layout: default
title: ""
---
{% assign posts = site.posts %}{% if posts.size == 0 %}{% assign posts = site.pages | where: "type", "post" | sort: "date" | reverse %}{% endif %}
<ul class="posts">
{% for post in posts %}<li><a href="{{ post.url | relative_url }}">{{ post.title | default: "Untitled" | escape }}</a></li>
{% endfor %}
</ul>
<ul class="pages">
{% assign pages = site.pages | where: "type", "page" %}{% for page in pages %}<li><a href="{{ page.url | relative_url }}">{{ page.title | default: "Untitled" | escape }}</a></li>
{% endfor %}
</ul>
<ul class="tags">
{% for tag in site.tags %}<li>{{ tag[0] | escape }} ({{ tag[1].size }})</li>
{% endfor %}
</ul>
`;

const jekyllPlugin = `# The posts are in posts/, where Hugo finds them, too; Jekyll looks for them in _posts/ only. Where plugins are not
# allowed they are pages: everything is built, but site.posts and site.tags are empty.
Jekyll::Hooks.register :site, :post_read do |site|
  files = site.pages.select { |page| page.path.start_with?("posts/") }
  site.pages -= files
  posts = files.map do |page|
    path = site.in_source_dir(page.path)
    Jekyll::Document.new(path, :site => site, :collection => site.posts).tap(&:read)
  end
  site.posts.docs.concat(posts.select { |post| site.publisher.publish?(post) }).sort!
end
`;
