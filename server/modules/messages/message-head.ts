import { escapeHtml } from '../../platform/escape-html.ts'

/**
 * Puts the practice's name in its own colour above a message. No picture: many programs fetch none from outside before
 * they are told to, and one that is fetched tells who has opened what.
 */
export function withHead(html: string, { name, colour }: { name: string; colour: string | null }): string {
  if (colour === null) return html
  const look = `border-bottom:3px solid ${colour};color:${colour};font-weight:600;padding:0 0 8px;margin:0 0 16px`
  return html.replace('<body>', () => `<body><p style="${look}">${escapeHtml(name)}</p>`)
}
