/** For an account that is erased. $1: its customer. Processing removes the customer from events that are still waiting. */
export const FORGET_CUSTOMER =
  'UPDATE payment_event SET customer_id = NULL, dispute_id = NULL WHERE customer_id = $1 AND processed_at IS NOT NULL';
