export const title = 'Bienvenue sur votre blog';

export const content = [
  '<p>Cet article est là pour que le site ne paraisse pas vide et pour montrer ce qu’un article peut contenir. Modifiez-le ou supprimez-le : c’est un article comme les autres, et il ne reviendra pas.</p>',
  '<h2>Des mots</h2>',
  '<p>Écrivez comme dans une lettre. Sélectionnez du texte pour obtenir le <strong>gras</strong>, l’<em>italique</em> et les <a href="/archive">liens</a> ; une note se trouve là où elle a sa place.<span class="footnote">Les lecteurs la trouvent à la fin, avec un lien de retour.</span></p>',
  '<blockquote><p>Une citation garde ses distances avec le reste.</p></blockquote>',
  '<aside class="callout tip"><p>Un encadré dit ce qu’il ne faut pas manquer. Tapez une barre oblique sur une ligne vide pour voir tous les blocs.</p></aside>',
  '<h2>Listes et tableaux</h2>',
  '<ul class="tasks"><li class="done"><p>Commencer un blog</p></li><li><p>Écrire le premier article</p></li></ul>',
  '<table><thead><tr><th>Bloc</th><th>Utile pour</th></tr></thead><tbody><tr><td>Tableau</td><td>Chiffres et comparaisons</td></tr><tr><td>Galerie</td><td>Plusieurs images</td></tr></tbody></table>',
  '<h2>Et encore</h2>',
  '<details><summary>Que cache cette ligne ?</summary><p>Des détails que seuls certains lecteurs veulent connaître.</p></details>',
  '<pre><code class="language-python"># Un bloc de code est mis en couleurs\nprint("bonjour")</code></pre>',
].join('');
