import { createRoot } from 'react-dom/client'
import './embed-area.css'
import { EmbedApp } from './embed-app.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root to draw in')

const frameId = location.pathname.split('/').at(-1) ?? ''
const token = location.hash.slice(1)
// It is of no use twice, and stands in no history.
history.replaceState(null, '', location.pathname)
createRoot(root).render(
  <EmbedApp frameId={frameId} token={token} parentWindow={window.parent === window ? null : window.parent} />,
)
