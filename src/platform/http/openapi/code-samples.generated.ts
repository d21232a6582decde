// Written by `npm run clients:generate`. How each operation is called, by its operationId.
import type { CodeSample } from './openapi-types.js';

export const CODE_SAMPLES: Readonly<Record<string, readonly CodeSample[]>> = {
  "registerAccount": [
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/auth/register\" \\\n  -H \"Content-Type: application/json\" \\\n  -d '{\"email\": \"ada@example.com\", \"password\": \"correct horse battery staple\"}'"
    }
  ],
  "verifyEmail": [
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/auth/verify-email\" \\\n  -H \"Content-Type: application/json\" \\\n  -d '{\"token\": \"pX3fJ0n5mWcT8yQe1vZr6uKd9sLb2hGa4iOt7xNwEkY\"}'"
    }
  ],
  "resendVerification": [
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/auth/verify-email/resend\" \\\n  -H \"Content-Type: application/json\" \\\n  -d '{\"email\": \"ada@example.com\"}'"
    }
  ],
  "logIn": [
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/auth/login\" \\\n  -H \"Content-Type: application/json\" \\\n  -d '{\"email\": \"ada@example.com\", \"password\": \"correct horse battery staple\"}'"
    }
  ],
  "createToken": [
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/auth/token\" \\\n  --data-urlencode grant_type=password \\\n  --data-urlencode username=ada@example.com \\\n  --data-urlencode 'password=correct horse battery staple'"
    }
  ],
  "refreshAccessToken": [
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/auth/refresh\" \\\n  -H \"Content-Type: application/json\" \\\n  -d '{\n    \"refresh_token\": \"eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJ0eXBlIjoicmVmcmVzaCJ9.c2lnbmF0dXJl\"\n  }'"
    }
  ],
  "requestPasswordReset": [
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/auth/password-reset\" \\\n  -H \"Content-Type: application/json\" \\\n  -d '{\"email\": \"ada@example.com\"}'"
    }
  ],
  "confirmPasswordReset": [
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/auth/password-reset/confirm\" \\\n  -H \"Content-Type: application/json\" \\\n  -d '{\n    \"token\": \"pX3fJ0n5mWcT8yQe1vZr6uKd9sLb2hGa4iOt7xNwEkY\",\n    \"new_password\": \"correct horse battery staple\"\n  }'"
    }
  ],
  "getCurrentUser": [
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/users/me\" \\\n  -H \"Authorization: Bearer $CALL_ANALYSIS_API_KEY\""
    }
  ],
  "updateCurrentUser": [
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl -X PUT \"$CALL_ANALYSIS_URL/api/v1/users/me\" \\\n  -H \"Authorization: Bearer $ACCESS_TOKEN\" \\\n  -H \"Content-Type: application/json\" \\\n  -d '{\n    \"phone_number\": \"+4930901820\",\n    \"metadata\": {\"campaign\": \"spring\", \"priority\": 2}\n  }'"
    }
  ],
  "deleteCurrentUser": [
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl -X DELETE \"$CALL_ANALYSIS_URL/api/v1/users/me\" \\\n  -H \"Authorization: Bearer $ACCESS_TOKEN\" \\\n  -H \"Content-Type: application/json\" \\\n  -d '{\"current_password\": \"correct horse battery staple\"}'"
    }
  ],
  "createApiKey": [
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/api-keys\" \\\n  -H \"Authorization: Bearer $ACCESS_TOKEN\" \\\n  -H \"Content-Type: application/json\" \\\n  -d '{\"name\": \"Nightly import\", \"mode\": \"live\", \"scopes\": [\"analysis:read\"]}'"
    }
  ],
  "listApiKeys": [
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/api-keys\" \\\n  -H \"Authorization: Bearer $ACCESS_TOKEN\""
    }
  ],
  "revokeApiKey": [
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl -X DELETE \"$CALL_ANALYSIS_URL/api/v1/api-keys/9a4d6e0b-5c1f-4d8a-8b35-1f0a2c7e9d42\" \\\n  -H \"Authorization: Bearer $ACCESS_TOKEN\""
    }
  ],
  "listPlans": [
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/billing/plans\""
    }
  ],
  "getSubscription": [
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/billing/subscription\" \\\n  -H \"Authorization: Bearer $CALL_ANALYSIS_API_KEY\""
    }
  ],
  "createSubscription": [
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/billing/subscription\" \\\n  -H \"Authorization: Bearer $ACCESS_TOKEN\" \\\n  -H \"Content-Type: application/json\" \\\n  -d '{\"plan\": \"starter\"}'"
    }
  ],
  "updateSubscription": [
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/billing/subscription/update\" \\\n  -H \"Authorization: Bearer $ACCESS_TOKEN\" \\\n  -H \"Content-Type: application/json\" \\\n  -d '{\"plan\": \"growth\"}'"
    }
  ],
  "cancelSubscription": [
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/billing/subscription/cancel\" \\\n  -H \"Authorization: Bearer $ACCESS_TOKEN\" \\\n  -H \"Content-Type: application/json\" \\\n  -d '{\"at_period_end\": true}'"
    }
  ],
  "getUsage": [
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/billing/usage\" \\\n  -H \"Authorization: Bearer $CALL_ANALYSIS_API_KEY\""
    }
  ],
  "getUsageHistory": [
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl --get \"$CALL_ANALYSIS_URL/api/v1/billing/history\" \\\n  -H \"Authorization: Bearer $CALL_ANALYSIS_API_KEY\" \\\n  --data-urlencode view=records"
    }
  ],
  "getCustomerPortal": [
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/billing/customer-portal\" \\\n  -H \"Authorization: Bearer $ACCESS_TOKEN\""
    }
  ],
  "receivePaymentEvent": [
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/webhooks/stripe\" \\\n  -H \"Content-Type: application/json\" \\\n  -H \"Stripe-Signature: $STRIPE_SIGNATURE\" \\\n  -d '{\"id\": \"evt_1\", \"object\": \"event\", \"type\": \"invoice.paid\"}'"
    }
  ],
  "createAnalysis": [
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/analysis\" \\\n  -H \"Authorization: Bearer $CALL_ANALYSIS_API_KEY\" \\\n  -F audio_file=@call.wav \\\n  --form-string agent_id=agent-7 \\\n  --form-string contact_id=cust-42 \\\n  --form-string webhook_url=https://example.com/hooks/calls \\\n  --form-string 'metadata={\"campaign\":\"spring\",\"priority\":2}'"
    }
  ],
  "listAnalyses": [
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl --get \"$CALL_ANALYSIS_URL/api/v1/analysis\" \\\n  -H \"Authorization: Bearer $CALL_ANALYSIS_API_KEY\" \\\n  --data-urlencode status_filter=completed \\\n  --data-urlencode agent_id=agent-7 \\\n  --data-urlencode created_after=2026-11-01T00:00:00Z"
    }
  ],
  "createAnalysisFromUrl": [
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/analysis/from-url\" \\\n  -H \"Authorization: Bearer $CALL_ANALYSIS_API_KEY\" \\\n  -H \"Content-Type: application/json\" \\\n  -d '{\n    \"agent_id\": \"agent-7\",\n    \"contact_id\": \"cust-42\",\n    \"webhook_url\": \"https://example.com/hooks/calls\",\n    \"metadata\": {\"campaign\": \"spring\", \"priority\": 2},\n    \"audio_url\": \"https://recordings.example.com/2026/11/20/0001.wav\"\n  }'"
    }
  ],
  "retryAnalysis": [
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl -X POST \"$CALL_ANALYSIS_URL/api/v1/analysis/0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10/retry\" \\\n  -H \"Authorization: Bearer $CALL_ANALYSIS_API_KEY\""
    }
  ],
  "getAnalysis": [
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/analysis/0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\" \\\n  -H \"Authorization: Bearer $CALL_ANALYSIS_API_KEY\""
    }
  ],
  "deleteAnalysis": [
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl -X DELETE \"$CALL_ANALYSIS_URL/api/v1/analysis/0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\" \\\n  -H \"Authorization: Bearer $CALL_ANALYSIS_API_KEY\""
    }
  ],
  "exportTranscript": [
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl --get \"$CALL_ANALYSIS_URL/api/v1/analysis/0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10/transcript\" \\\n  -H \"Authorization: Bearer $CALL_ANALYSIS_API_KEY\" \\\n  --data-urlencode format=srt"
    }
  ],
  "registerWebhook": [
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/analysis/0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10/webhook\" \\\n  -H \"Authorization: Bearer $CALL_ANALYSIS_API_KEY\" \\\n  -H \"Content-Type: application/json\" \\\n  -d '{\n    \"webhook_url\": \"https://example.com/hooks/calls\",\n    \"webhook_events\": [\"analysis.completed\", \"analysis.failed\"]\n  }'"
    }
  ],
  "streamAnalysisEvents": [
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/analysis/0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10/events\" \\\n  -H \"Authorization: Bearer $CALL_ANALYSIS_API_KEY\" \\\n  --no-buffer"
    }
  ],
  "openRecordingLink": [
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl --get \"$CALL_ANALYSIS_URL/api/v1/recordings/0b5e2c1a-7f6d-4a2e-9a53-6f1f6d1b2c3d\" \\\n  --data-urlencode 'signature=aQ3v…' \\\n  --data-urlencode expires=1790003600 \\\n  --data-urlencode file_name=recording.wav \\\n  --data-urlencode content_type=audio/wav \\\n  -o recording.wav"
    }
  ],
  "getReport": [
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/analysis/0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10/report\" \\\n  -H \"Authorization: Bearer $CALL_ANALYSIS_API_KEY\" \\\n  -o report.html"
    }
  ],
  "createReportLink": [
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/analysis/0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10/report-link\" \\\n  -H \"Authorization: Bearer $CALL_ANALYSIS_API_KEY\" \\\n  -H \"Content-Type: application/json\" \\\n  -d '{\"expires_in\": 3600}'"
    }
  ],
  "openReportLink": [
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl --get \"$CALL_ANALYSIS_URL/api/v1/reports/0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\" \\\n  --data-urlencode 'signature=aQ3v…' \\\n  --data-urlencode expires=1790003600 \\\n  --data-urlencode livemode=true \\\n  -o report.html"
    }
  ],
  "getWebhookSecret": [
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/webhooks/secret\" \\\n  -H \"Authorization: Bearer $ACCESS_TOKEN\""
    }
  ],
  "rotateWebhookSecret": [
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl -X POST \"$CALL_ANALYSIS_URL/api/v1/webhooks/secret/rotate\" \\\n  -H \"Authorization: Bearer $ACCESS_TOKEN\""
    }
  ],
  "testWebhook": [
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/webhooks/test\" \\\n  -H \"Authorization: Bearer $CALL_ANALYSIS_API_KEY\" \\\n  -H \"Content-Type: application/json\" \\\n  -d '{\"webhook_url\": \"https://hooks.example.com/calls\"}'"
    }
  ],
  "listWebhookDeliveries": [
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/analysis/0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10/deliveries\" \\\n  -H \"Authorization: Bearer $CALL_ANALYSIS_API_KEY\""
    }
  ],
  "getWebhookDelivery": [
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/analysis/0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10/deliveries/7d1f1c5a-3c0e-4b0f-9a4e-2b7f7b0a1c9d\" \\\n  -H \"Authorization: Bearer $CALL_ANALYSIS_API_KEY\""
    }
  ],
  "redeliverWebhook": [
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl -X POST \"$CALL_ANALYSIS_URL/api/v1/analysis/0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10/deliveries/7d1f1c5a-3c0e-4b0f-9a4e-2b7f7b0a1c9d/redeliver\" \\\n  -H \"Authorization: Bearer $CALL_ANALYSIS_API_KEY\""
    }
  ]
};
