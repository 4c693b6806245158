export const title = 'Willkommen in deinem Blog';

export const content = [
  '<p>Dieser Beitrag steht hier, damit die Seite nicht leer aussieht, und zeigt, was ein Beitrag enthalten kann. Ändere oder lösche ihn: Er ist ein Beitrag wie jeder andere und kommt nicht wieder.</p>',
  '<h2>Wörter</h2>',
  '<p>Schreib wie in einem Brief. <strong>Fett</strong>, <em>kursiv</em> und <a href="/archive">Links</a> erscheinen, sobald du Text markierst, und eine Fußnote steht dort, wo sie hingehört.<span class="footnote">Leser finden sie am Ende, mit einem Weg zurück.</span></p>',
  '<blockquote><p>Ein Zitat hält Abstand zum Rest.</p></blockquote>',
  '<aside class="callout tip"><p>Ein Hinweis sagt, was niemand übersehen soll. Ein Schrägstrich in einer leeren Zeile zeigt alle Blöcke.</p></aside>',
  '<h2>Listen und Tabellen</h2>',
  '<ul class="tasks"><li class="done"><p>Einen Blog beginnen</p></li><li><p>Den ersten Beitrag schreiben</p></li></ul>',
  '<table><thead><tr><th>Block</th><th>Gut für</th></tr></thead><tbody><tr><td>Tabelle</td><td>Zahlen und Vergleiche</td></tr><tr><td>Galerie</td><td>Mehrere Bilder</td></tr></tbody></table>',
  '<h2>Mehr</h2>',
  '<details><summary>Was steckt hinter dieser Zeile?</summary><p>Einzelheiten, die nur manche lesen wollen.</p></details>',
  '<pre><code class="language-python"># Ein Codeblock wird farbig dargestellt\nprint("Hallo")</code></pre>',
].join('');
