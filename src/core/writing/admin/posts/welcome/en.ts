export const title = 'Welcome to your blog';

export const content = [
  '<p>This post is here so that the site does not look empty, and to show what a post can hold. Change it, or delete it: it is a post like any other, and it does not come back.</p>',
  '<h2>Words</h2>',
  '<p>Type as in a letter. <strong>Bold</strong>, <em>italic</em> and <a href="/archive">links</a> are a selection away, and a footnote stands where it belongs.<span class="footnote">Readers find it at the end, with a way back.</span></p>',
  '<blockquote><p>A quote keeps its distance from the rest.</p></blockquote>',
  '<aside class="callout tip"><p>A callout says what must not be missed. Type a slash on an empty line to see every block.</p></aside>',
  '<h2>Lists and tables</h2>',
  '<ul class="tasks"><li class="done"><p>Start a blog</p></li><li><p>Write the first post</p></li></ul>',
  '<table><thead><tr><th>Block</th><th>Good for</th></tr></thead><tbody><tr><td>Table</td><td>Numbers and comparisons</td></tr><tr><td>Gallery</td><td>Several images</td></tr></tbody></table>',
  '<h2>More</h2>',
  '<details><summary>What is behind this line?</summary><p>Details that only some readers want.</p></details>',
  '<pre><code class="language-python"># A code block is highlighted\nprint("hello")</code></pre>',
].join('');
