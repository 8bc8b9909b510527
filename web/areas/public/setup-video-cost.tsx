import costs from '../../../build/content/page.costs.json'
import { VideoCostScreen } from '../../features/videos/video-cost-screen.tsx'
import { unlistedMeta } from '../../page-meta.ts'

export const meta = () => unlistedMeta('/setup/video-cost-comparison', costs)

/** Holds no data and stays open to everybody (rulings 42). */
export default function SetupVideoCost() {
  return (
    <div className="mx-auto w-full max-w-page px-6 py-8">
      <VideoCostScreen words={costs} />
    </div>
  )
}
