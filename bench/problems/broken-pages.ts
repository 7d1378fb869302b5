/** Pages that are broken in ways that a visual check should notice, by the problem that they have. */
export const brokenPages = {
  blank: {
    white: '<body style="margin:0;background:#fff">',
    dark: '<body style="margin:0;background:#101216">',
    'loading bar':
      '<body style="margin:0;background:#fafafa"><div style="height:2px;width:80px;background:#ddd"></div>',
  },
  noise: {
    coloured: noise(1),
    coarse: noise(4),
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
    'large digits': notFound(
      '#ffffff',
      '<h1 style="font-size:160px;margin:0;color:#6c5ce7">404</h1><p>Oops, this page could not be found.</p><a style="background:#6c5ce7;color:#fff;padding:12px 24px;border-radius:8px">Back to home</a>',
    ),
    robot: notFound(
      '#f7f9fc',
      '<svg width="260" height="200"><rect x="60" y="60" width="140" height="110" rx="20" fill="#99aabb"/><circle cx="100" cy="110" r="14" fill="#fff"/><circle cx="160" cy="110" r="14" fill="#fff"/><path d="M130 60V25" stroke="#99aabb" stroke-width="6"/><circle cx="130" cy="20" r="10" fill="#e66666"/></svg><h1 style="font-size:28px">Page not found</h1><p>The page you are looking for does not exist.</p>',
    ),
    ghost: notFound(
      '#1b1d2a;color:#eee',
      '<svg width="200" height="220"><path d="M20 200V100A80 80 0 0 1 180 100V200L150 175 125 200 100 175 75 200 50 175Z" fill="#f1f2f6"/><circle cx="75" cy="100" r="12" fill="#222"/><circle cx="125" cy="100" r="12" fill="#222"/></svg><h1>404</h1><p>Nothing here but ghosts</p><a style="border:2px solid #fff;padding:10px 20px">Go back</a>',
    ),
  },
} as const

/** Squares of this side in random colours. */
function noise(side: number): string {
  const paint = `let n=7;for(let y=0;y<innerHeight;y+=${side})for(let x=0;x<innerWidth;x+=${side}){n=(n*1664525+1013904223)>>>0;c.fillStyle='#'+(n>>>8).toString(16).padStart(6,'0');c.fillRect(x,y,${side},${side})}`
  return `<body style="margin:0"><canvas></canvas><script>{const v=document.querySelector('canvas');v.width=innerWidth;v.height=innerHeight;const c=v.getContext('2d');${paint}}</script>`
}

/** An illustration with a few words in the middle. */
function notFound(ground: string, content: string): string {
  return `<body style="margin:0;font-family:sans-serif;background:${ground}"><div style="height:100vh;display:flex;flex-direction:column;align-items:center;justify-content:center">${content}</div>`
}

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
