import './styles/tokens.css'
import './styles/base.css'
import './styles/skeleton.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queries } from './api/queries.ts'
import { App } from './app.tsx'
import { onReconnect } from './state/connection.ts'
import { applyTheme } from './state/preferences.ts'

applyTheme()
onReconnect(() => void queries.invalidateQueries())

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <App />
      </QueryClientProvider>
    </StrictMode>,
  )
}
