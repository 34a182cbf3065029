import { operatorRead } from '../operator-operation'
import { readOperatorHealth } from './read-operator-health'

export const getOperatorHealth = operatorRead('/api/dashboard/operator/health', async () => ({
  status: 200,
  body: await readOperatorHealth(),
}))
