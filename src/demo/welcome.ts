export const welcomePost = { title: 'Welcome', content: '<p>Welcome to your new site.</p>' };
