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

// biome-ignore lint/style/noDefaultExport: Vite reads the default export.
export default defineConfig({
  root: import.meta.dirname,
  // Relative addresses and the page's <base> make the same files work under any path prefix.
  base: './',
  plugins: [react(), stylesFirst],
  build: { target: 'es2023', modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
  server: { proxy: Object.fromEntries(toService.map((path) => [path, { target: service, changeOrigin: true }])) },
})
