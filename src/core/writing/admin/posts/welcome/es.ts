export const title = 'Te damos la bienvenida a tu blog';

export const content = [
  '<p>Esta entrada está aquí para que el sitio no parezca vacío y para mostrar lo que puede contener una entrada. Cámbiala o bórrala: es una entrada como cualquier otra y no vuelve.</p>',
  '<h2>Palabras</h2>',
  '<p>Escribe como en una carta. Selecciona texto para obtener <strong>negrita</strong>, <em>cursiva</em> y <a href="/archive">enlaces</a>; una nota está donde le corresponde.<span class="footnote">Los lectores la encuentran al final, con un camino de vuelta.</span></p>',
  '<blockquote><p>Una cita guarda las distancias con el resto.</p></blockquote>',
  '<aside class="callout tip"><p>Un recuadro dice lo que nadie debe pasar por alto. Escribe una barra en una línea vacía para ver todos los bloques.</p></aside>',
  '<h2>Listas y tablas</h2>',
  '<ul class="tasks"><li class="done"><p>Empezar un blog</p></li><li><p>Escribir la primera entrada</p></li></ul>',
  '<table><thead><tr><th>Bloque</th><th>Sirve para</th></tr></thead><tbody><tr><td>Tabla</td><td>Números y comparaciones</td></tr><tr><td>Galería</td><td>Varias imágenes</td></tr></tbody></table>',
  '<h2>Y más</h2>',
  '<details><summary>¿Qué hay detrás de esta línea?</summary><p>Detalles que solo algunos lectores quieren conocer.</p></details>',
  '<pre><code class="language-python"># Un bloque de código se muestra en colores\nprint("hola")</code></pre>',
].join('');
