import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const service = process.env.PALATE_URL ?? 'http://127.0.0.1:8080'
const toService = ['/v1', '/api', '/healthz', '/readyz', '/openapi.json', '/docs']

const styleSheet = /^ *<link rel="stylesheet".*\n/gm

/** Style sheets before scripts: browsers open six connections to a host, and draw nothing before they have the styles. */
const stylesFirst: Plugin = {
  name: 'styles-first',
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      const styles = html.match(styleSheet)?.join('') ?? ''
      return html.replaceAll(styleSheet, '').replace(/^ *<script type="module"/m, (script) => styles + script)
    },
  },
}

const fontPackage = '@fontsource-variable/inter'

/** Begins to load the font before the style sheet asks for it, and puts its licence beside it. */
const font: Plugin = {
  name: 'font',
  generateBundle() {
    const licence = createRequire(import.meta.url)
      .resolve(`${fontPackage}/package.json`)
      .replace('package.json', 'LICENSE')
    this.emitFile({ type: 'asset', fileName: 'assets/inter-LICENSE.txt', source: readFileSync(licence) })
  },
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((name) => name.endsWith('.woff2'))
        .map((name) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `./${name}` },
          // After the <base>, which its address is relative to.
          injectTo: 'head',
        })),
  },
}

// biome-ignore lint/style/noDefaultExport: Vite reads the default export.
export default defineConfig({
  root: import.meta.dirname,
  // Relative addresses and the page's <base> make the same files work under any path prefix.
  base: './',
  plugins: [react(), stylesFirst, font],
  build: { target: 'es2023', modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
  server: { proxy: Object.fromEntries(toService.map((path) => [path, { target: service, changeOrigin: true }])) },
})
