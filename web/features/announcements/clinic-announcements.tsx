import { useEffect, useState } from 'react'
import { api, type Api } from '../../api.ts'
import { AnnouncementBanners } from './announcement-banners.tsx'
import { MaintenanceBanner } from './maintenance-banner.tsx'

type ClinicAnnouncement = Awaited<ReturnType<Api['announcements']['current']>>

const poll_interval_ms = 60_000

/** What practices are told by whoever runs the platform; asked for by itself, after the page is there. */
export function ClinicAnnouncements() {
  const [news, setNews] = useState<ClinicAnnouncement>()
  useEffect(() => {
    const leaving = new AbortController()
    const ask = () =>
      api.announcements
        .current({}, { signal: leaving.signal })
        .then(setNews)
        // Nothing is known, so nothing is said; the page below has its own words for a server that does not answer.
        .catch(() => {})
    void ask()
    const timer = setInterval(() => void ask(), poll_interval_ms)
    return () => {
      leaving.abort()
      clearInterval(timer)
    }
  }, [])
  if (!news) return null
  const { maintenance, rows } = news
  return (
    <>
      {maintenance && <MaintenanceBanner until={maintenance.until} className="mx-auto mb-6 max-w-page" />}
      <AnnouncementBanners rows={rows} className="mx-auto mb-6 max-w-page" />
    </>
  )
}
