export const title = 'ブログへようこそ';

export const content = [
  '<p>この記事は、サイトが空に見えないように、そして記事に何を入れられるかを示すためにあります。編集しても削除してもかまいません。ほかの記事と同じ普通の記事で、削除すれば戻ってきません。</p>',
  '<h2>文章</h2>',
  '<p>手紙を書くように書いてください。文字を選択すると、<strong>太字</strong>、<em>斜体</em>、<a href="/archive">リンク</a>を付けられます。脚注は必要な場所に置けます。<span class="footnote">読者は記事の最後でこれを読み、元の場所に戻れます。</span></p>',
  '<blockquote><p>引用は、本文から少し離れて表示されます。</p></blockquote>',
  '<aside class="callout tip"><p>コールアウトは、見落としてほしくないことを伝えます。空の行でスラッシュを入力すると、すべてのブロックが表示されます。</p></aside>',
  '<h2>リストと表</h2>',
  '<ul class="tasks"><li class="done"><p>ブログを始める</p></li><li><p>最初の記事を書く</p></li></ul>',
  '<table><thead><tr><th>ブロック</th><th>用途</th></tr></thead><tbody><tr><td>表</td><td>数値や比較</td></tr><tr><td>ギャラリー</td><td>複数の画像</td></tr></tbody></table>',
  '<h2>そのほか</h2>',
  '<details><summary>この行の裏には何がある？</summary><p>一部の読者だけが知りたい詳細です。</p></details>',
  '<pre><code class="language-python"># コードブロックには色が付きます\nprint("こんにちは")</code></pre>',
].join('');
