import { useEffect, useState } from 'react'
import { api, type Api } from '../../api.ts'
import { AnnouncementLines } from './announcement-lines.tsx'
import { MaintenanceLine } from './maintenance-line.tsx'

type News = Awaited<ReturnType<Api['announcements']['current']>>

const asked_again_ms = 60_000

/** What practices are told by whoever runs the platform; asked for by itself, after the page is there. */
export function ClinicNews() {
  const [news, setNews] = useState<News>()
  useEffect(() => {
    const leaving = new AbortController()
    const ask = () =>
      api.announcements
        .current({}, { signal: leaving.signal })
        .then(setNews)
        // Nothing is known, so nothing is said; the page below has its own words for a server that does not answer.
        .catch(() => {})
    void ask()
    const timer = setInterval(() => void ask(), asked_again_ms)
    return () => {
      leaving.abort()
      clearInterval(timer)
    }
  }, [])
  if (!news) return null
  const { maintenance, rows } = news
  return (
    <>
      {maintenance && <MaintenanceLine until={maintenance.until} className="mx-auto mb-6 max-w-page" />}
      <AnnouncementLines rows={rows} className="mx-auto mb-6 max-w-page" />
    </>
  )
}
