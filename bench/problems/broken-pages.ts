/** Pages that are broken in ways that a visual check should notice, by the problem that they have. */
export const brokenPages = {
  blank: {
    white: '<body style="margin:0;background:#fff">',
    dark: '<body style="margin:0;background:#101216">',
    'loading bar':
      '<body style="margin:0;background:#fafafa"><div style="height:2px;width:80px;background:#ddd"></div>',
  },
  unstyled: {
    'landing page': unstyled('Acme', 4),
    'long page': unstyled('The almanac', 14),
    'short page': unstyled('Studio', 2),
  },
  error_page: {
    nginx: '<body style="background:#fff"><center><h1>404 Not Found</h1></center><hr><center>nginx/1.24.0</center>',
    apache:
      '<h1>Not Found</h1><p>The requested URL was not found on this server.</p><hr><address>Apache Server at localhost Port 80</address>',
    express: '<pre>Cannot GET /pricing</pre>',
    'stack trace': `<pre>${trace(14)}</pre>`,
    'long stack trace': `<pre>${trace(40)}</pre>`,
    'server error': '<h1>Internal Server Error</h1><p>The server encountered an unexpected condition.</p>',
    'dark stack trace': `<body style="background:#161618;color:#e8e8e8"><pre>${trace(18)}</pre>`,
    'framework 404':
      '<body style="margin:0;font-family:system-ui,sans-serif"><div style="height:100vh;display:flex;align-items:center;justify-content:center"><h1 style="font-size:24px;border-right:1px solid #ccc;padding-right:23px">404</h1><h2 style="font-size:14px;margin-left:20px;font-weight:400">This page could not be found.</h2></div>',
  },
} as const

function unstyled(name: string, sections: number): string {
  const links = ['Home', 'Pricing', 'Blog', 'Contact'].map((text) => `<li><a href="#${text}">${text}</a></li>`).join('')
  const text = 'Plan the week with the people who make things happen. It takes a minute to begin. '
  const body = Array.from(
    { length: sections },
    (_, i) => `<h2>Section ${i + 1}</h2><p>${text.repeat(1 + (i % 3))}<a href="#${i}">Read more</a></p>`,
  )
  return `<h1>${name}</h1><nav><ul>${links}</ul></nav>${body.join('')}<footer><a href="#terms">Terms</a></footer>`
}

function trace(depth: number): string {
  const frames = Array.from(
    { length: depth },
    (_, i) =>
      `    at ${['render', 'Layout.next', 'async handle', 'Object.load'][i % 4]} (/srv/app/src/step-${i}.js:${10 + i}:${5 + i})`,
  )
  return ["TypeError: Cannot read properties of undefined (reading 'title')", ...frames].join('\n')
}
