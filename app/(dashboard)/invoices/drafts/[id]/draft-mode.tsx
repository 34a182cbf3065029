import { Notice } from '@/components/ui/notice'
import { currentMode, type Mode } from '@/lib/auth/mode'

/** Says that the draft is not in the mode that the dashboard is in. */
export async function DraftMode({ mode }: { mode: Mode }) {
  const dashboardMode = await currentMode()
  if (mode === dashboardMode) return null
  return (
    <Notice kind="info">
      This draft is in {mode} mode, but the dashboard is in {dashboardMode} mode. Switch to {mode} mode to
      find it among the drafts.
    </Notice>
  )
}
