<?php
// Installs WordPress into an empty database and imports a file with its official importer. Prints the counts as JSON.
// Arguments: folder of WordPress, socket of MariaDB, folder of the importer, file.
[, $site, $socket, $importer, $file] = $argv;
error_reporting(E_ERROR);
$_SERVER += ['HTTP_HOST' => 'wp.example.org', 'SERVER_PROTOCOL' => 'HTTP/1.1', 'REQUEST_URI' => '/'];
foreach (['DB_NAME' => 'wordpress', 'DB_USER' => 'root', 'DB_PASSWORD' => '', 'DB_HOST' => "localhost:$socket",
    'DB_CHARSET' => 'utf8mb4', 'DB_COLLATE' => '', 'WP_HTTP_BLOCK_EXTERNAL' => true, 'WP_INSTALLING' => true,
    'WP_LOAD_IMPORTERS' => true, 'WP_ADMIN' => true, 'ABSPATH' => "$site/"] as $name => $value) define($name, $value);
$table_prefix = 'wp_';
require ABSPATH . 'wp-settings.php';
require ABSPATH . 'wp-admin/includes/upgrade.php';
require ABSPATH . 'wp-admin/includes/admin.php';
add_filter('pre_wp_mail', '__return_true');
wp_install('WordPress', 'admin', 'admin@example.org', false, '', bin2hex(random_bytes(16)));
foreach (get_posts(['post_type' => 'any', 'post_status' => 'any', 'numberposts' => -1]) as $post)
    wp_delete_post($post->ID, true);
wp_set_current_user(1);
require "$importer/wordpress-importer.php";
wordpress_importer_init();
$import = new WP_Import();
$import->fetch_attachments = false;
ob_start();
$import->import($file);
$said = trim(strip_tags(ob_get_clean()));
$count = fn($table, $where) => (int) $wpdb->get_var("select count(*) from {$wpdb->prefix}$table where $where");
echo json_encode([
    'version' => $wp_version,
    'said' => $said,
    'posts' => $count('posts', "post_type = 'post' and post_status = 'publish'"),
    'pages' => $count('posts', "post_type = 'page' and post_status = 'publish'"),
    'drafts' => $count('posts', "post_status = 'draft'"),
    'comments' => $count('comments', '1 = 1'),
    'replies' => $count('comments', 'comment_parent > 0'),
    'waiting' => $count('comments', "comment_approved = '0'"),
    'tags' => count(get_terms(['taxonomy' => 'post_tag', 'hide_empty' => false])),
]);
