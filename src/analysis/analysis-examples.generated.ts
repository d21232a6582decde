// The examples of the API document: a sample call as it went through the service, shortened. Made by `npm run openapi`.
export const EXAMPLES = {
  "accepted": {
    "id": "0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10",
    "object": "analysis",
    "created": 1795165200,
    "status": "processing",
    "livemode": true,
    "progress": {
      "stage": "queued",
      "percent": 0
    },
    "audio": {
      "url": "https://calls.example.com/api/v1/recordings/0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10?content_type=audio%2Fogg&file_name=0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10.ogg&expires=1795168800&signature=c2ln",
      "size_bytes": 614220,
      "file_size": 614220,
      "format": "ogg",
      "duration_seconds": null,
      "channels": null,
      "damaged": null,
      "tracks": null
    },
    "call": {
      "agent_id": "agent-7",
      "contact_id": "cust-42",
      "started_at": "2026-11-20T08:58:00.000Z",
      "direction": "inbound",
      "duration_ms": null,
      "duration_seconds": null,
      "metrics": null
    },
    "transcript": null,
    "results": null,
    "metadata": {
      "webhook_url": "https://hooks.example.com/calls",
      "webhook_events": [
        "analysis.completed",
        "analysis.failed",
        "evaluation.completed"
      ],
      "completed_at": null,
      "processing_time_ms": null,
      "error_message": null,
      "error_code": null,
      "retryable": false,
      "version": "1",
      "engine": null,
      "campaign": "spring",
      "priority": 2
    }
  },
  "processing": {
    "id": "0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10",
    "object": "analysis",
    "created": 1795165200,
    "status": "processing",
    "livemode": true,
    "progress": {
      "stage": "transcribing",
      "percent": 45
    },
    "audio": {
      "url": "https://calls.example.com/api/v1/recordings/0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10?content_type=audio%2Fogg&file_name=0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10.ogg&expires=1795168800&signature=c2ln",
      "size_bytes": 614220,
      "file_size": 614220,
      "format": "ogg",
      "duration_seconds": 88.888,
      "channels": 2,
      "damaged": false,
      "tracks": 1
    },
    "call": {
      "agent_id": "agent-7",
      "contact_id": "cust-42",
      "started_at": "2026-11-20T08:58:00.000Z",
      "direction": "inbound",
      "duration_ms": 88888,
      "duration_seconds": 88.888,
      "metrics": null
    },
    "transcript": null,
    "results": null,
    "metadata": {
      "webhook_url": "https://hooks.example.com/calls",
      "webhook_events": [
        "analysis.completed",
        "analysis.failed",
        "evaluation.completed"
      ],
      "completed_at": null,
      "processing_time_ms": null,
      "error_message": null,
      "error_code": null,
      "retryable": false,
      "version": "1",
      "engine": null,
      "campaign": "spring",
      "priority": 2
    }
  },
  "completed": {
    "id": "0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10",
    "object": "analysis",
    "created": 1795165200,
    "status": "completed",
    "livemode": true,
    "progress": null,
    "audio": {
      "url": "https://calls.example.com/api/v1/recordings/0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10?content_type=audio%2Fogg&file_name=0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10.ogg&expires=1795168800&signature=c2ln",
      "size_bytes": 614220,
      "file_size": 614220,
      "format": "ogg",
      "duration_seconds": 88.888,
      "channels": 2,
      "damaged": false,
      "tracks": 1
    },
    "call": {
      "agent_id": "agent-7",
      "contact_id": "cust-42",
      "started_at": "2026-11-20T08:58:00.000Z",
      "direction": "inbound",
      "duration_ms": 88888,
      "duration_seconds": 88.888,
      "metrics": {
        "agent_talk_seconds": 31.84,
        "customer_talk_seconds": 42.04,
        "silence_seconds": 15.008,
        "overtalk_seconds": 0,
        "interruptions": 0,
        "agent_words_per_minute": 187,
        "customer_words_per_minute": 173,
        "talk_ratio": 0.43
      }
    },
    "transcript": {
      "text": "Agent: Yes, hello, support. What is the problem?\nCustomer: Good morning. My internet has been down for three days and nobody has called me back. I want to make a complaint.\nAgent: Well, that is not my problem. You should have called the technical team.\nAgent: You need to calm down. I can sell you a better plan. I guarantee that you will never have this problem again.\nAgent: Fine. Give me your full card number and the security code on the back, and I will put the new plan on your account.\nCustomer: Then I want to speak to your manager right now.",
      "language": "en",
      "segments": [
        {
          "id": 0,
          "speaker": "agent",
          "channel": 0,
          "start": 0.75,
          "end": 4.06,
          "text": "Yes, hello, support. What is the problem?",
          "confidence": null
        },
        {
          "id": 1,
          "speaker": "customer",
          "channel": 1,
          "start": 5.172,
          "end": 13.092,
          "text": "Good morning. My internet has been down for three days and nobody has called me back. I want to make a complaint.",
          "confidence": null
        },
        {
          "id": 2,
          "speaker": "agent",
          "channel": 0,
          "start": 14.015,
          "end": 18.495,
          "text": "Well, that is not my problem. You should have called the technical team.",
          "confidence": null
        },
        {
          "id": 4,
          "speaker": "agent",
          "channel": 0,
          "start": 27.176,
          "end": 33.436,
          "text": "You need to calm down. I can sell you a better plan. I guarantee that you will never have this problem again.",
          "confidence": null
        },
        {
          "id": 6,
          "speaker": "agent",
          "channel": 0,
          "start": 40.879,
          "end": 47.839,
          "text": "Fine. Give me your full card number and the security code on the back, and I will put the new plan on your account.",
          "confidence": null
        },
        {
          "id": 9,
          "speaker": "customer",
          "channel": 1,
          "start": 60.923,
          "end": 64.183,
          "text": "Then I want to speak to your manager right now.",
          "confidence": null
        }
      ],
      "diarization": {
        "method": "channel",
        "role_confidence": 0.99
      },
      "hearing": {
        "agent": {
          "score": 1,
          "basis": [
            "signal"
          ],
          "assessable": true,
          "reasons": []
        },
        "customer": {
          "score": 0.89,
          "basis": [
            "signal"
          ],
          "assessable": true,
          "reasons": []
        }
      }
    },
    "results": {
      "call_kind": "conversation",
      "compliance": {
        "identity_verification": {
          "performed": false,
          "confidence": 0.7,
          "evidence": "put the new plan on your account",
          "flagged": true,
          "assessable": true,
          "citations": [
            {
              "segment_id": 6,
              "speaker": "agent",
              "start": 45.799,
              "end": 47.839,
              "quote": "put the new plan on your account",
              "verification": "verified"
            }
          ]
        },
        "privacy_protection": {
          "performed": false,
          "confidence": 0.95,
          "evidence": "Give me your full card number and the security",
          "flagged": true,
          "assessable": true,
          "citations": [
            {
              "segment_id": 6,
              "speaker": "agent",
              "start": 41.239,
              "end": 44.059,
              "quote": "Give me your full card number and the security",
              "verification": "verified"
            }
          ]
        },
        "mandatory_disclosures": {
          "performed": false,
          "confidence": 0.7,
          "evidence": "Yes, hello, support",
          "flagged": true,
          "assessable": true,
          "citations": [
            {
              "segment_id": 0,
              "speaker": "agent",
              "start": 0.75,
              "end": 2.405,
              "quote": "Yes, hello, support",
              "verification": "verified"
            }
          ],
          "missing": [
            "Notice that the call is recorded"
          ]
        },
        "purpose_declaration": {
          "performed": true,
          "confidence": 0.9,
          "evidence": "What is the problem",
          "flagged": false,
          "assessable": true,
          "citations": [
            {
              "segment_id": 0,
              "speaker": "agent",
              "start": 2.405,
              "end": 4.06,
              "quote": "What is the problem",
              "verification": "verified"
            }
          ]
        },
        "violations": [
          {
            "rule": "full_card_number_requested",
            "description": "The agent asked for the full card number on a recorded call.",
            "confidence": 0.9,
            "evidence": "Give me your full card number and the security",
            "flagged": true,
            "citations": [
              {
                "segment_id": 6,
                "speaker": "agent",
                "start": 41.239,
                "end": 44.059,
                "quote": "Give me your full card number and the security",
                "verification": "verified"
              }
            ]
          },
          {
            "rule": "card_security_code_requested",
            "description": "The agent asked for the card's security code.",
            "confidence": 0.95,
            "evidence": "security code on the back",
            "flagged": true,
            "citations": [
              {
                "segment_id": 6,
                "speaker": "agent",
                "start": 43.519,
                "end": 45.139,
                "quote": "security code on the back",
                "verification": "verified"
              }
            ]
          },
          {
            "rule": "unauthorised_guarantee",
            "description": "The agent gave a guarantee that cannot be kept.",
            "confidence": 0.85,
            "evidence": "I guarantee that you will never have this problem again",
            "flagged": true,
            "citations": [
              {
                "segment_id": 4,
                "speaker": "agent",
                "start": 30.192,
                "end": 33.436,
                "quote": "I guarantee that you will never have this problem again",
                "verification": "verified"
              }
            ]
          }
        ],
        "score": 0,
        "coverage": 1
      },
      "quality": {
        "sentiment_analysis": {
          "overall_sentiment": "negative",
          "customer_sentiment": "negative",
          "agent_sentiment": "negative"
        },
        "call_resolution": {
          "resolved": false,
          "confidence": 0.88,
          "evidence": "I want to speak to your manager",
          "flagged": true,
          "assessable": true,
          "citations": [
            {
              "segment_id": 9,
              "speaker": "customer",
              "start": 61.263,
              "end": 63.436,
              "quote": "I want to speak to your manager",
              "verification": "verified"
            }
          ]
        },
        "greeting": {
          "present": true,
          "confidence": 0.9,
          "evidence": "hello, support",
          "flagged": false,
          "assessable": true,
          "citations": [
            {
              "segment_id": 0,
              "speaker": "agent",
              "start": 1.144,
              "end": 2.405,
              "quote": "hello, support",
              "verification": "verified"
            }
          ]
        },
        "empathetic_language": {
          "present": false,
          "confidence": 0.9,
          "evidence": "You should have called the technical",
          "flagged": true,
          "assessable": true,
          "citations": [
            {
              "segment_id": 2,
              "speaker": "agent",
              "start": 15.856,
              "end": 18.127,
              "quote": "You should have called the technical",
              "verification": "verified"
            },
            {
              "segment_id": 1,
              "speaker": "customer",
              "start": 6.978,
              "end": 7.951,
              "quote": "has been down",
              "verification": "verified"
            }
          ]
        },
        "professionalism": {
          "present": false,
          "confidence": 0.9,
          "evidence": "You should have called the technical",
          "flagged": true,
          "assessable": true,
          "citations": [
            {
              "segment_id": 2,
              "speaker": "agent",
              "start": 15.856,
              "end": 18.127,
              "quote": "You should have called the technical",
              "verification": "verified"
            }
          ]
        },
        "overall_score": 25,
        "coverage": 1
      },
      "coaching": {
        "customer_effort_score": 5,
        "strengths": [
          "Made the purpose of the call clear.",
          "Greeted the customer."
        ],
        "recommendations": [
          "Take the customer's concern seriously: acknowledge it, and say what you can do instead of what is not your task.",
          "Offer escalation, or a call back from a manager, when the customer asks for it.",
          "Never ask for a full card number by voice; use the secure payment line or the last four digits."
        ]
      },
      "observations": [
        {
          "rule": "greeting",
          "category": "agent_practice",
          "description": "The agent greeted the customer.",
          "speaker": "agent",
          "observed": true,
          "confidence": 0.9,
          "evidence": "hello, support",
          "citations": [
            {
              "segment_id": 0,
              "speaker": "agent",
              "start": 1.144,
              "end": 2.405,
              "quote": "hello, support",
              "verification": "verified"
            }
          ]
        },
        {
          "rule": "introduction",
          "category": "agent_practice",
          "description": "The agent gave their name.",
          "speaker": "agent",
          "observed": false,
          "confidence": 0.7,
          "evidence": "",
          "citations": []
        },
        {
          "rule": "dismissive_language",
          "category": "agent_conduct",
          "description": "The agent was dismissive.",
          "speaker": "agent",
          "observed": true,
          "confidence": 0.9,
          "evidence": "You should have called the technical",
          "citations": [
            {
              "segment_id": 2,
              "speaker": "agent",
              "start": 15.856,
              "end": 18.127,
              "quote": "You should have called the technical",
              "verification": "verified"
            }
          ]
        },
        {
          "rule": "service_outage",
          "category": "customer_signal",
          "description": "The customer reported that the service does not work.",
          "speaker": "customer",
          "observed": true,
          "confidence": 0.9,
          "evidence": "has been down",
          "citations": [
            {
              "segment_id": 1,
              "speaker": "customer",
              "start": 6.978,
              "end": 7.951,
              "quote": "has been down",
              "verification": "verified"
            }
          ]
        },
        {
          "rule": "repeat_contact",
          "category": "customer_signal",
          "description": "The customer had to call, or suffer the problem, more than once.",
          "speaker": "customer",
          "observed": true,
          "confidence": 0.9,
          "evidence": "nobody has called me back",
          "citations": [
            {
              "segment_id": 1,
              "speaker": "customer",
              "start": 9.271,
              "end": 11.147,
              "quote": "nobody has called me back",
              "verification": "verified"
            }
          ]
        }
      ],
      "manipulation_suspected": false,
      "summary": "The customer withheld an identifier, reported that the service does not work, had met the problem or called before, made a complaint, was openly dissatisfied, threatened to leave, asked for a manager and threatened with a lawyer or an authority. The agent said that it could not be done, was dismissive, refused to pass the call to a manager, asked for the full card number, asked for the card's security code and gave a guarantee. It was heard that the matter was not resolved."
    },
    "metadata": {
      "webhook_url": "https://hooks.example.com/calls",
      "webhook_events": [
        "analysis.completed",
        "analysis.failed",
        "evaluation.completed"
      ],
      "completed_at": "2026-11-20T09:00:08.123Z",
      "processing_time_ms": 8123,
      "error_message": null,
      "error_code": null,
      "retryable": false,
      "version": "1",
      "engine": {
        "transcription": "sample-script",
        "analysis": "rules",
        "grade": "demo",
        "mean_confidence": null,
        "rules_version": "rules-en-3-de-3"
      },
      "campaign": "spring",
      "priority": 2
    }
  },
  "failed": {
    "id": "6f0f3f6f-0b52-4a53-9d0f-5f0c8a1e3b7d",
    "object": "analysis",
    "created": 1795165200,
    "status": "failed",
    "livemode": true,
    "progress": null,
    "audio": {
      "url": "https://calls.example.com/api/v1/recordings/6f0f3f6f-0b52-4a53-9d0f-5f0c8a1e3b7d?content_type=audio%2Fwav&file_name=6f0f3f6f-0b52-4a53-9d0f-5f0c8a1e3b7d.wav&expires=1795168800&signature=c2ln",
      "size_bytes": 40,
      "file_size": 40,
      "format": "wav",
      "duration_seconds": null,
      "channels": null,
      "damaged": null,
      "tracks": null
    },
    "call": {
      "agent_id": "agent-7",
      "contact_id": "cust-42",
      "started_at": "2026-11-20T08:58:00.000Z",
      "direction": "inbound",
      "duration_ms": null,
      "duration_seconds": null,
      "metrics": null
    },
    "transcript": null,
    "results": null,
    "metadata": {
      "webhook_url": "https://hooks.example.com/calls",
      "webhook_events": [
        "analysis.completed",
        "analysis.failed",
        "evaluation.completed"
      ],
      "completed_at": null,
      "processing_time_ms": 8123,
      "error_message": "The recording holds no audio that can be decoded",
      "error_code": "not_audio",
      "retryable": true,
      "version": "1",
      "engine": null,
      "campaign": "spring",
      "priority": 2
    }
  },
  "list": {
    "object": "list",
    "data": [
      {
        "id": "0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10",
        "object": "analysis",
        "created": 1795165200,
        "status": "completed",
        "livemode": true,
        "progress": null,
        "audio": {
          "url": "https://calls.example.com/api/v1/recordings/0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10?content_type=audio%2Fogg&file_name=0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10.ogg&expires=1795168800&signature=c2ln",
          "size_bytes": 614220,
          "file_size": 614220,
          "format": "ogg",
          "duration_seconds": 88.888,
          "channels": 2,
          "damaged": false,
          "tracks": 1
        },
        "call": {
          "agent_id": "agent-7",
          "contact_id": "cust-42",
          "started_at": "2026-11-20T08:58:00.000Z",
          "direction": "inbound",
          "duration_ms": 88888,
          "duration_seconds": 88.888,
          "metrics": {
            "agent_talk_seconds": 31.84,
            "customer_talk_seconds": 42.04,
            "silence_seconds": 15.008,
            "overtalk_seconds": 0,
            "interruptions": 0,
            "agent_words_per_minute": 187,
            "customer_words_per_minute": 173,
            "talk_ratio": 0.43
          }
        },
        "transcript": {
          "text": "Agent: Yes, hello, support. What is the problem?\nCustomer: Good morning. My internet has been down for three days and nobody has called me back. I want to make a complaint.\nAgent: Well, that is not my problem. You should have called the technical team.\nAgent: You need to calm down. I can sell you a better plan. I guarantee that you will never have this problem again.\nAgent: Fine. Give me your full card number and the security code on the back, and I will put the new plan on your account.\nCustomer: Then I want to speak to your manager right now.",
          "language": "en",
          "segments": [
            {
              "id": 0,
              "speaker": "agent",
              "channel": 0,
              "start": 0.75,
              "end": 4.06,
              "text": "Yes, hello, support. What is the problem?",
              "confidence": null
            },
            {
              "id": 1,
              "speaker": "customer",
              "channel": 1,
              "start": 5.172,
              "end": 13.092,
              "text": "Good morning. My internet has been down for three days and nobody has called me back. I want to make a complaint.",
              "confidence": null
            },
            {
              "id": 2,
              "speaker": "agent",
              "channel": 0,
              "start": 14.015,
              "end": 18.495,
              "text": "Well, that is not my problem. You should have called the technical team.",
              "confidence": null
            },
            {
              "id": 4,
              "speaker": "agent",
              "channel": 0,
              "start": 27.176,
              "end": 33.436,
              "text": "You need to calm down. I can sell you a better plan. I guarantee that you will never have this problem again.",
              "confidence": null
            },
            {
              "id": 6,
              "speaker": "agent",
              "channel": 0,
              "start": 40.879,
              "end": 47.839,
              "text": "Fine. Give me your full card number and the security code on the back, and I will put the new plan on your account.",
              "confidence": null
            },
            {
              "id": 9,
              "speaker": "customer",
              "channel": 1,
              "start": 60.923,
              "end": 64.183,
              "text": "Then I want to speak to your manager right now.",
              "confidence": null
            }
          ],
          "diarization": {
            "method": "channel",
            "role_confidence": 0.99
          },
          "hearing": {
            "agent": {
              "score": 1,
              "basis": [
                "signal"
              ],
              "assessable": true,
              "reasons": []
            },
            "customer": {
              "score": 0.89,
              "basis": [
                "signal"
              ],
              "assessable": true,
              "reasons": []
            }
          }
        },
        "results": {
          "call_kind": "conversation",
          "compliance": {
            "identity_verification": {
              "performed": false,
              "confidence": 0.7,
              "evidence": "put the new plan on your account",
              "flagged": true,
              "assessable": true,
              "citations": [
                {
                  "segment_id": 6,
                  "speaker": "agent",
                  "start": 45.799,
                  "end": 47.839,
                  "quote": "put the new plan on your account",
                  "verification": "verified"
                }
              ]
            },
            "privacy_protection": {
              "performed": false,
              "confidence": 0.95,
              "evidence": "Give me your full card number and the security",
              "flagged": true,
              "assessable": true,
              "citations": [
                {
                  "segment_id": 6,
                  "speaker": "agent",
                  "start": 41.239,
                  "end": 44.059,
                  "quote": "Give me your full card number and the security",
                  "verification": "verified"
                }
              ]
            },
            "mandatory_disclosures": {
              "performed": false,
              "confidence": 0.7,
              "evidence": "Yes, hello, support",
              "flagged": true,
              "assessable": true,
              "citations": [
                {
                  "segment_id": 0,
                  "speaker": "agent",
                  "start": 0.75,
                  "end": 2.405,
                  "quote": "Yes, hello, support",
                  "verification": "verified"
                }
              ],
              "missing": [
                "Notice that the call is recorded"
              ]
            },
            "purpose_declaration": {
              "performed": true,
              "confidence": 0.9,
              "evidence": "What is the problem",
              "flagged": false,
              "assessable": true,
              "citations": [
                {
                  "segment_id": 0,
                  "speaker": "agent",
                  "start": 2.405,
                  "end": 4.06,
                  "quote": "What is the problem",
                  "verification": "verified"
                }
              ]
            },
            "violations": [
              {
                "rule": "full_card_number_requested",
                "description": "The agent asked for the full card number on a recorded call.",
                "confidence": 0.9,
                "evidence": "Give me your full card number and the security",
                "flagged": true,
                "citations": [
                  {
                    "segment_id": 6,
                    "speaker": "agent",
                    "start": 41.239,
                    "end": 44.059,
                    "quote": "Give me your full card number and the security",
                    "verification": "verified"
                  }
                ]
              },
              {
                "rule": "card_security_code_requested",
                "description": "The agent asked for the card's security code.",
                "confidence": 0.95,
                "evidence": "security code on the back",
                "flagged": true,
                "citations": [
                  {
                    "segment_id": 6,
                    "speaker": "agent",
                    "start": 43.519,
                    "end": 45.139,
                    "quote": "security code on the back",
                    "verification": "verified"
                  }
                ]
              },
              {
                "rule": "unauthorised_guarantee",
                "description": "The agent gave a guarantee that cannot be kept.",
                "confidence": 0.85,
                "evidence": "I guarantee that you will never have this problem again",
                "flagged": true,
                "citations": [
                  {
                    "segment_id": 4,
                    "speaker": "agent",
                    "start": 30.192,
                    "end": 33.436,
                    "quote": "I guarantee that you will never have this problem again",
                    "verification": "verified"
                  }
                ]
              }
            ],
            "score": 0,
            "coverage": 1
          },
          "quality": {
            "sentiment_analysis": {
              "overall_sentiment": "negative",
              "customer_sentiment": "negative",
              "agent_sentiment": "negative"
            },
            "call_resolution": {
              "resolved": false,
              "confidence": 0.88,
              "evidence": "I want to speak to your manager",
              "flagged": true,
              "assessable": true,
              "citations": [
                {
                  "segment_id": 9,
                  "speaker": "customer",
                  "start": 61.263,
                  "end": 63.436,
                  "quote": "I want to speak to your manager",
                  "verification": "verified"
                }
              ]
            },
            "greeting": {
              "present": true,
              "confidence": 0.9,
              "evidence": "hello, support",
              "flagged": false,
              "assessable": true,
              "citations": [
                {
                  "segment_id": 0,
                  "speaker": "agent",
                  "start": 1.144,
                  "end": 2.405,
                  "quote": "hello, support",
                  "verification": "verified"
                }
              ]
            },
            "empathetic_language": {
              "present": false,
              "confidence": 0.9,
              "evidence": "You should have called the technical",
              "flagged": true,
              "assessable": true,
              "citations": [
                {
                  "segment_id": 2,
                  "speaker": "agent",
                  "start": 15.856,
                  "end": 18.127,
                  "quote": "You should have called the technical",
                  "verification": "verified"
                },
                {
                  "segment_id": 1,
                  "speaker": "customer",
                  "start": 6.978,
                  "end": 7.951,
                  "quote": "has been down",
                  "verification": "verified"
                }
              ]
            },
            "professionalism": {
              "present": false,
              "confidence": 0.9,
              "evidence": "You should have called the technical",
              "flagged": true,
              "assessable": true,
              "citations": [
                {
                  "segment_id": 2,
                  "speaker": "agent",
                  "start": 15.856,
                  "end": 18.127,
                  "quote": "You should have called the technical",
                  "verification": "verified"
                }
              ]
            },
            "overall_score": 25,
            "coverage": 1
          },
          "coaching": {
            "customer_effort_score": 5,
            "strengths": [
              "Made the purpose of the call clear.",
              "Greeted the customer."
            ],
            "recommendations": [
              "Take the customer's concern seriously: acknowledge it, and say what you can do instead of what is not your task.",
              "Offer escalation, or a call back from a manager, when the customer asks for it.",
              "Never ask for a full card number by voice; use the secure payment line or the last four digits."
            ]
          },
          "observations": [
            {
              "rule": "greeting",
              "category": "agent_practice",
              "description": "The agent greeted the customer.",
              "speaker": "agent",
              "observed": true,
              "confidence": 0.9,
              "evidence": "hello, support",
              "citations": [
                {
                  "segment_id": 0,
                  "speaker": "agent",
                  "start": 1.144,
                  "end": 2.405,
                  "quote": "hello, support",
                  "verification": "verified"
                }
              ]
            },
            {
              "rule": "introduction",
              "category": "agent_practice",
              "description": "The agent gave their name.",
              "speaker": "agent",
              "observed": false,
              "confidence": 0.7,
              "evidence": "",
              "citations": []
            },
            {
              "rule": "dismissive_language",
              "category": "agent_conduct",
              "description": "The agent was dismissive.",
              "speaker": "agent",
              "observed": true,
              "confidence": 0.9,
              "evidence": "You should have called the technical",
              "citations": [
                {
                  "segment_id": 2,
                  "speaker": "agent",
                  "start": 15.856,
                  "end": 18.127,
                  "quote": "You should have called the technical",
                  "verification": "verified"
                }
              ]
            },
            {
              "rule": "service_outage",
              "category": "customer_signal",
              "description": "The customer reported that the service does not work.",
              "speaker": "customer",
              "observed": true,
              "confidence": 0.9,
              "evidence": "has been down",
              "citations": [
                {
                  "segment_id": 1,
                  "speaker": "customer",
                  "start": 6.978,
                  "end": 7.951,
                  "quote": "has been down",
                  "verification": "verified"
                }
              ]
            },
            {
              "rule": "repeat_contact",
              "category": "customer_signal",
              "description": "The customer had to call, or suffer the problem, more than once.",
              "speaker": "customer",
              "observed": true,
              "confidence": 0.9,
              "evidence": "nobody has called me back",
              "citations": [
                {
                  "segment_id": 1,
                  "speaker": "customer",
                  "start": 9.271,
                  "end": 11.147,
                  "quote": "nobody has called me back",
                  "verification": "verified"
                }
              ]
            }
          ],
          "manipulation_suspected": false,
          "summary": "The customer withheld an identifier, reported that the service does not work, had met the problem or called before, made a complaint, was openly dissatisfied, threatened to leave, asked for a manager and threatened with a lawyer or an authority. The agent said that it could not be done, was dismissive, refused to pass the call to a manager, asked for the full card number, asked for the card's security code and gave a guarantee. It was heard that the matter was not resolved."
        },
        "metadata": {
          "webhook_url": "https://hooks.example.com/calls",
          "webhook_events": [
            "analysis.completed",
            "analysis.failed",
            "evaluation.completed"
          ],
          "completed_at": "2026-11-20T09:00:08.123Z",
          "processing_time_ms": 8123,
          "error_message": null,
          "error_code": null,
          "retryable": false,
          "version": "1",
          "engine": {
            "transcription": "sample-script",
            "analysis": "rules",
            "grade": "demo",
            "mean_confidence": null,
            "rules_version": "rules-en-3-de-3"
          },
          "campaign": "spring",
          "priority": 2
        }
      },
      {
        "id": "6f0f3f6f-0b52-4a53-9d0f-5f0c8a1e3b7d",
        "object": "analysis",
        "created": 1795165200,
        "status": "failed",
        "livemode": true,
        "progress": null,
        "audio": {
          "url": "https://calls.example.com/api/v1/recordings/6f0f3f6f-0b52-4a53-9d0f-5f0c8a1e3b7d?content_type=audio%2Fwav&file_name=6f0f3f6f-0b52-4a53-9d0f-5f0c8a1e3b7d.wav&expires=1795168800&signature=c2ln",
          "size_bytes": 40,
          "file_size": 40,
          "format": "wav",
          "duration_seconds": null,
          "channels": null,
          "damaged": null,
          "tracks": null
        },
        "call": {
          "agent_id": "agent-7",
          "contact_id": "cust-42",
          "started_at": "2026-11-20T08:58:00.000Z",
          "direction": "inbound",
          "duration_ms": null,
          "duration_seconds": null,
          "metrics": null
        },
        "transcript": null,
        "results": null,
        "metadata": {
          "webhook_url": "https://hooks.example.com/calls",
          "webhook_events": [
            "analysis.completed",
            "analysis.failed",
            "evaluation.completed"
          ],
          "completed_at": null,
          "processing_time_ms": 8123,
          "error_message": "The recording holds no audio that can be decoded",
          "error_code": "not_audio",
          "retryable": true,
          "version": "1",
          "engine": null,
          "campaign": "spring",
          "priority": 2
        }
      }
    ],
    "has_more": true,
    "total": 3
  },
  "completedSummary": {
    "id": "0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10",
    "object": "analysis",
    "created": 1795165200,
    "status": "completed",
    "livemode": true,
    "progress": null,
    "audio": {
      "url": "https://calls.example.com/api/v1/recordings/0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10?content_type=audio%2Fogg&file_name=0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10.ogg&expires=1795168800&signature=c2ln",
      "size_bytes": 614220,
      "file_size": 614220,
      "format": "ogg",
      "duration_seconds": 88.888,
      "channels": 2,
      "damaged": false,
      "tracks": 1
    },
    "view": "summary",
    "transcript": null,
    "call": {
      "agent_id": "agent-7",
      "contact_id": "cust-42",
      "started_at": "2026-11-20T08:58:00.000Z",
      "direction": "inbound",
      "duration_ms": 88888,
      "duration_seconds": 88.888,
      "metrics": {
        "agent_talk_seconds": 31.84,
        "customer_talk_seconds": 42.04,
        "silence_seconds": 15.008,
        "overtalk_seconds": 0,
        "interruptions": 0,
        "agent_words_per_minute": 187,
        "customer_words_per_minute": 173,
        "talk_ratio": 0.43
      }
    },
    "results": {
      "call_kind": "conversation",
      "compliance": {
        "identity_verification": {
          "performed": false,
          "flagged": true,
          "assessable": true
        },
        "privacy_protection": {
          "performed": false,
          "flagged": true,
          "assessable": true
        },
        "mandatory_disclosures": {
          "performed": false,
          "flagged": true,
          "assessable": true
        },
        "purpose_declaration": {
          "performed": true,
          "flagged": false,
          "assessable": true
        },
        "violations_count": 3,
        "score": 0,
        "coverage": 1
      },
      "quality": {
        "sentiment_analysis": {
          "overall_sentiment": "negative",
          "customer_sentiment": "negative",
          "agent_sentiment": "negative"
        },
        "call_resolution": {
          "resolved": false,
          "flagged": true,
          "assessable": true
        },
        "greeting": {
          "present": true,
          "flagged": false,
          "assessable": true
        },
        "empathetic_language": {
          "present": false,
          "flagged": true,
          "assessable": true
        },
        "professionalism": {
          "present": false,
          "flagged": true,
          "assessable": true
        },
        "overall_score": 25,
        "coverage": 1
      },
      "coaching": {
        "customer_effort_score": 5
      },
      "manipulation_suspected": false
    },
    "metadata": {
      "webhook_url": "https://hooks.example.com/calls",
      "webhook_events": [
        "analysis.completed",
        "analysis.failed",
        "evaluation.completed"
      ],
      "completed_at": "2026-11-20T09:00:08.123Z",
      "processing_time_ms": 8123,
      "error_message": null,
      "error_code": null,
      "retryable": false,
      "version": "1",
      "engine": {
        "transcription": "sample-script",
        "analysis": "rules",
        "grade": "demo",
        "mean_confidence": null,
        "rules_version": "rules-en-3-de-3"
      },
      "campaign": "spring",
      "priority": 2
    }
  },
  "summaryList": {
    "object": "list",
    "view": "summary",
    "data": [
      {
        "id": "0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10",
        "object": "analysis",
        "created": 1795165200,
        "status": "completed",
        "livemode": true,
        "progress": null,
        "audio": {
          "url": "https://calls.example.com/api/v1/recordings/0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10?content_type=audio%2Fogg&file_name=0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10.ogg&expires=1795168800&signature=c2ln",
          "size_bytes": 614220,
          "file_size": 614220,
          "format": "ogg",
          "duration_seconds": 88.888,
          "channels": 2,
          "damaged": false,
          "tracks": 1
        },
        "view": "summary",
        "transcript": null,
        "call": {
          "agent_id": "agent-7",
          "contact_id": "cust-42",
          "started_at": "2026-11-20T08:58:00.000Z",
          "direction": "inbound",
          "duration_ms": 88888,
          "duration_seconds": 88.888,
          "metrics": {
            "agent_talk_seconds": 31.84,
            "customer_talk_seconds": 42.04,
            "silence_seconds": 15.008,
            "overtalk_seconds": 0,
            "interruptions": 0,
            "agent_words_per_minute": 187,
            "customer_words_per_minute": 173,
            "talk_ratio": 0.43
          }
        },
        "results": {
          "call_kind": "conversation",
          "compliance": {
            "identity_verification": {
              "performed": false,
              "flagged": true,
              "assessable": true
            },
            "privacy_protection": {
              "performed": false,
              "flagged": true,
              "assessable": true
            },
            "mandatory_disclosures": {
              "performed": false,
              "flagged": true,
              "assessable": true
            },
            "purpose_declaration": {
              "performed": true,
              "flagged": false,
              "assessable": true
            },
            "violations_count": 3,
            "score": 0,
            "coverage": 1
          },
          "quality": {
            "sentiment_analysis": {
              "overall_sentiment": "negative",
              "customer_sentiment": "negative",
              "agent_sentiment": "negative"
            },
            "call_resolution": {
              "resolved": false,
              "flagged": true,
              "assessable": true
            },
            "greeting": {
              "present": true,
              "flagged": false,
              "assessable": true
            },
            "empathetic_language": {
              "present": false,
              "flagged": true,
              "assessable": true
            },
            "professionalism": {
              "present": false,
              "flagged": true,
              "assessable": true
            },
            "overall_score": 25,
            "coverage": 1
          },
          "coaching": {
            "customer_effort_score": 5
          },
          "manipulation_suspected": false
        },
        "metadata": {
          "webhook_url": "https://hooks.example.com/calls",
          "webhook_events": [
            "analysis.completed",
            "analysis.failed",
            "evaluation.completed"
          ],
          "completed_at": "2026-11-20T09:00:08.123Z",
          "processing_time_ms": 8123,
          "error_message": null,
          "error_code": null,
          "retryable": false,
          "version": "1",
          "engine": {
            "transcription": "sample-script",
            "analysis": "rules",
            "grade": "demo",
            "mean_confidence": null,
            "rules_version": "rules-en-3-de-3"
          },
          "campaign": "spring",
          "priority": 2
        }
      },
      {
        "id": "6f0f3f6f-0b52-4a53-9d0f-5f0c8a1e3b7d",
        "object": "analysis",
        "created": 1795165200,
        "status": "failed",
        "livemode": true,
        "progress": null,
        "audio": {
          "url": "https://calls.example.com/api/v1/recordings/6f0f3f6f-0b52-4a53-9d0f-5f0c8a1e3b7d?content_type=audio%2Fwav&file_name=6f0f3f6f-0b52-4a53-9d0f-5f0c8a1e3b7d.wav&expires=1795168800&signature=c2ln",
          "size_bytes": 40,
          "file_size": 40,
          "format": "wav",
          "duration_seconds": null,
          "channels": null,
          "damaged": null,
          "tracks": null
        },
        "view": "summary",
        "transcript": null,
        "call": {
          "agent_id": "agent-7",
          "contact_id": "cust-42",
          "started_at": "2026-11-20T08:58:00.000Z",
          "direction": "inbound",
          "duration_ms": null,
          "duration_seconds": null,
          "metrics": null
        },
        "results": null,
        "metadata": {
          "webhook_url": "https://hooks.example.com/calls",
          "webhook_events": [
            "analysis.completed",
            "analysis.failed",
            "evaluation.completed"
          ],
          "completed_at": null,
          "processing_time_ms": 8123,
          "error_message": "The recording holds no audio that can be decoded",
          "error_code": "not_audio",
          "retryable": true,
          "version": "1",
          "engine": null,
          "campaign": "spring",
          "priority": 2
        }
      }
    ],
    "has_more": true,
    "total": 3
  },
  "completedNotification": {
    "event": "analysis.completed",
    "id": "evt_2f1d0c5e8b7a4d3c9e6f1a2b3c4d5e6f",
    "created": 1795165200,
    "livemode": true,
    "data": {
      "id": "0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10",
      "object": "analysis",
      "created": 1795165200,
      "livemode": true,
      "status": "completed",
      "audio": {
        "size_bytes": 614220,
        "file_size": 614220,
        "format": "ogg",
        "duration_seconds": 88.888,
        "channels": 2,
        "damaged": false,
        "tracks": 1
      },
      "call": {
        "agent_id": "agent-7",
        "contact_id": "cust-42",
        "started_at": "2026-11-20T08:58:00.000Z",
        "direction": "inbound",
        "duration_ms": 88888,
        "duration_seconds": 88.888,
        "metrics": {
          "agent_talk_seconds": 31.84,
          "customer_talk_seconds": 42.04,
          "silence_seconds": 15.008,
          "overtalk_seconds": 0,
          "interruptions": 0,
          "agent_words_per_minute": 187,
          "customer_words_per_minute": 173,
          "talk_ratio": 0.43
        }
      },
      "transcript": {
        "text": "Agent: Yes, hello, support. What is the problem?\nCustomer: Good morning. My internet has been down for three days and nobody has called me back. I want to make a complaint.\nAgent: Well, that is not my problem. You should have called the technical team.\nAgent: You need to calm down. I can sell you a better plan. I guarantee that you will never have this problem again.\nAgent: Fine. Give me your full card number and the security code on the back, and I will put the new plan on your account.\nCustomer: Then I want to speak to your manager right now.",
        "language": "en",
        "segments": [
          {
            "id": 0,
            "speaker": "agent",
            "channel": 0,
            "start": 0.75,
            "end": 4.06,
            "text": "Yes, hello, support. What is the problem?",
            "confidence": null
          },
          {
            "id": 1,
            "speaker": "customer",
            "channel": 1,
            "start": 5.172,
            "end": 13.092,
            "text": "Good morning. My internet has been down for three days and nobody has called me back. I want to make a complaint.",
            "confidence": null
          },
          {
            "id": 2,
            "speaker": "agent",
            "channel": 0,
            "start": 14.015,
            "end": 18.495,
            "text": "Well, that is not my problem. You should have called the technical team.",
            "confidence": null
          },
          {
            "id": 4,
            "speaker": "agent",
            "channel": 0,
            "start": 27.176,
            "end": 33.436,
            "text": "You need to calm down. I can sell you a better plan. I guarantee that you will never have this problem again.",
            "confidence": null
          },
          {
            "id": 6,
            "speaker": "agent",
            "channel": 0,
            "start": 40.879,
            "end": 47.839,
            "text": "Fine. Give me your full card number and the security code on the back, and I will put the new plan on your account.",
            "confidence": null
          },
          {
            "id": 9,
            "speaker": "customer",
            "channel": 1,
            "start": 60.923,
            "end": 64.183,
            "text": "Then I want to speak to your manager right now.",
            "confidence": null
          }
        ],
        "diarization": {
          "method": "channel",
          "role_confidence": 0.99
        },
        "hearing": {
          "agent": {
            "score": 1,
            "basis": [
              "signal"
            ],
            "assessable": true,
            "reasons": []
          },
          "customer": {
            "score": 0.89,
            "basis": [
              "signal"
            ],
            "assessable": true,
            "reasons": []
          }
        }
      },
      "results": {
        "call_kind": "conversation",
        "compliance": {
          "identity_verification": {
            "performed": false,
            "confidence": 0.7,
            "evidence": "put the new plan on your account",
            "flagged": true,
            "assessable": true,
            "citations": [
              {
                "segment_id": 6,
                "speaker": "agent",
                "start": 45.799,
                "end": 47.839,
                "quote": "put the new plan on your account",
                "verification": "verified"
              }
            ]
          },
          "privacy_protection": {
            "performed": false,
            "confidence": 0.95,
            "evidence": "Give me your full card number and the security",
            "flagged": true,
            "assessable": true,
            "citations": [
              {
                "segment_id": 6,
                "speaker": "agent",
                "start": 41.239,
                "end": 44.059,
                "quote": "Give me your full card number and the security",
                "verification": "verified"
              }
            ]
          },
          "mandatory_disclosures": {
            "performed": false,
            "confidence": 0.7,
            "evidence": "Yes, hello, support",
            "flagged": true,
            "assessable": true,
            "citations": [
              {
                "segment_id": 0,
                "speaker": "agent",
                "start": 0.75,
                "end": 2.405,
                "quote": "Yes, hello, support",
                "verification": "verified"
              }
            ],
            "missing": [
              "Notice that the call is recorded"
            ]
          },
          "purpose_declaration": {
            "performed": true,
            "confidence": 0.9,
            "evidence": "What is the problem",
            "flagged": false,
            "assessable": true,
            "citations": [
              {
                "segment_id": 0,
                "speaker": "agent",
                "start": 2.405,
                "end": 4.06,
                "quote": "What is the problem",
                "verification": "verified"
              }
            ]
          },
          "violations": [
            {
              "rule": "full_card_number_requested",
              "description": "The agent asked for the full card number on a recorded call.",
              "confidence": 0.9,
              "evidence": "Give me your full card number and the security",
              "flagged": true,
              "citations": [
                {
                  "segment_id": 6,
                  "speaker": "agent",
                  "start": 41.239,
                  "end": 44.059,
                  "quote": "Give me your full card number and the security",
                  "verification": "verified"
                }
              ]
            },
            {
              "rule": "card_security_code_requested",
              "description": "The agent asked for the card's security code.",
              "confidence": 0.95,
              "evidence": "security code on the back",
              "flagged": true,
              "citations": [
                {
                  "segment_id": 6,
                  "speaker": "agent",
                  "start": 43.519,
                  "end": 45.139,
                  "quote": "security code on the back",
                  "verification": "verified"
                }
              ]
            },
            {
              "rule": "unauthorised_guarantee",
              "description": "The agent gave a guarantee that cannot be kept.",
              "confidence": 0.85,
              "evidence": "I guarantee that you will never have this problem again",
              "flagged": true,
              "citations": [
                {
                  "segment_id": 4,
                  "speaker": "agent",
                  "start": 30.192,
                  "end": 33.436,
                  "quote": "I guarantee that you will never have this problem again",
                  "verification": "verified"
                }
              ]
            }
          ],
          "score": 0,
          "coverage": 1
        },
        "quality": {
          "sentiment_analysis": {
            "overall_sentiment": "negative",
            "customer_sentiment": "negative",
            "agent_sentiment": "negative"
          },
          "call_resolution": {
            "resolved": false,
            "confidence": 0.88,
            "evidence": "I want to speak to your manager",
            "flagged": true,
            "assessable": true,
            "citations": [
              {
                "segment_id": 9,
                "speaker": "customer",
                "start": 61.263,
                "end": 63.436,
                "quote": "I want to speak to your manager",
                "verification": "verified"
              }
            ]
          },
          "greeting": {
            "present": true,
            "confidence": 0.9,
            "evidence": "hello, support",
            "flagged": false,
            "assessable": true,
            "citations": [
              {
                "segment_id": 0,
                "speaker": "agent",
                "start": 1.144,
                "end": 2.405,
                "quote": "hello, support",
                "verification": "verified"
              }
            ]
          },
          "empathetic_language": {
            "present": false,
            "confidence": 0.9,
            "evidence": "You should have called the technical",
            "flagged": true,
            "assessable": true,
            "citations": [
              {
                "segment_id": 2,
                "speaker": "agent",
                "start": 15.856,
                "end": 18.127,
                "quote": "You should have called the technical",
                "verification": "verified"
              },
              {
                "segment_id": 1,
                "speaker": "customer",
                "start": 6.978,
                "end": 7.951,
                "quote": "has been down",
                "verification": "verified"
              }
            ]
          },
          "professionalism": {
            "present": false,
            "confidence": 0.9,
            "evidence": "You should have called the technical",
            "flagged": true,
            "assessable": true,
            "citations": [
              {
                "segment_id": 2,
                "speaker": "agent",
                "start": 15.856,
                "end": 18.127,
                "quote": "You should have called the technical",
                "verification": "verified"
              }
            ]
          },
          "overall_score": 25,
          "coverage": 1
        },
        "coaching": {
          "customer_effort_score": 5,
          "strengths": [
            "Made the purpose of the call clear.",
            "Greeted the customer."
          ],
          "recommendations": [
            "Take the customer's concern seriously: acknowledge it, and say what you can do instead of what is not your task.",
            "Offer escalation, or a call back from a manager, when the customer asks for it.",
            "Never ask for a full card number by voice; use the secure payment line or the last four digits."
          ]
        },
        "observations": [
          {
            "rule": "greeting",
            "category": "agent_practice",
            "description": "The agent greeted the customer.",
            "speaker": "agent",
            "observed": true,
            "confidence": 0.9,
            "evidence": "hello, support",
            "citations": [
              {
                "segment_id": 0,
                "speaker": "agent",
                "start": 1.144,
                "end": 2.405,
                "quote": "hello, support",
                "verification": "verified"
              }
            ]
          },
          {
            "rule": "introduction",
            "category": "agent_practice",
            "description": "The agent gave their name.",
            "speaker": "agent",
            "observed": false,
            "confidence": 0.7,
            "evidence": "",
            "citations": []
          },
          {
            "rule": "dismissive_language",
            "category": "agent_conduct",
            "description": "The agent was dismissive.",
            "speaker": "agent",
            "observed": true,
            "confidence": 0.9,
            "evidence": "You should have called the technical",
            "citations": [
              {
                "segment_id": 2,
                "speaker": "agent",
                "start": 15.856,
                "end": 18.127,
                "quote": "You should have called the technical",
                "verification": "verified"
              }
            ]
          },
          {
            "rule": "service_outage",
            "category": "customer_signal",
            "description": "The customer reported that the service does not work.",
            "speaker": "customer",
            "observed": true,
            "confidence": 0.9,
            "evidence": "has been down",
            "citations": [
              {
                "segment_id": 1,
                "speaker": "customer",
                "start": 6.978,
                "end": 7.951,
                "quote": "has been down",
                "verification": "verified"
              }
            ]
          },
          {
            "rule": "repeat_contact",
            "category": "customer_signal",
            "description": "The customer had to call, or suffer the problem, more than once.",
            "speaker": "customer",
            "observed": true,
            "confidence": 0.9,
            "evidence": "nobody has called me back",
            "citations": [
              {
                "segment_id": 1,
                "speaker": "customer",
                "start": 9.271,
                "end": 11.147,
                "quote": "nobody has called me back",
                "verification": "verified"
              }
            ]
          }
        ],
        "manipulation_suspected": false,
        "summary": "The customer withheld an identifier, reported that the service does not work, had met the problem or called before, made a complaint, was openly dissatisfied, threatened to leave, asked for a manager and threatened with a lawyer or an authority. The agent said that it could not be done, was dismissive, refused to pass the call to a manager, asked for the full card number, asked for the card's security code and gave a guarantee. It was heard that the matter was not resolved."
      },
      "metadata": {
        "webhook_url": "https://hooks.example.com/calls",
        "webhook_events": [
          "analysis.completed",
          "analysis.failed",
          "evaluation.completed"
        ],
        "completed_at": "2026-11-20T09:00:08.123Z",
        "processing_time_ms": 8123,
        "error_message": null,
        "error_code": null,
        "retryable": false,
        "version": "1",
        "engine": {
          "transcription": "sample-script",
          "analysis": "rules",
          "grade": "demo",
          "mean_confidence": null,
          "rules_version": "rules-en-3-de-3"
        },
        "campaign": "spring",
        "priority": 2
      }
    }
  },
  "failedNotification": {
    "event": "analysis.failed",
    "id": "evt_2f1d0c5e8b7a4d3c9e6f1a2b3c4d5e6f",
    "created": 1795165200,
    "livemode": true,
    "data": {
      "id": "6f0f3f6f-0b52-4a53-9d0f-5f0c8a1e3b7d",
      "object": "analysis",
      "created": 1795165200,
      "livemode": true,
      "status": "failed",
      "audio": {
        "size_bytes": 40,
        "file_size": 40,
        "format": "wav",
        "duration_seconds": null,
        "channels": null,
        "damaged": null,
        "tracks": null
      },
      "call": {
        "agent_id": "agent-7",
        "contact_id": "cust-42",
        "started_at": "2026-11-20T08:58:00.000Z",
        "direction": "inbound",
        "duration_ms": null,
        "duration_seconds": null,
        "metrics": null
      },
      "transcript": null,
      "results": null,
      "metadata": {
        "webhook_url": "https://hooks.example.com/calls",
        "webhook_events": [
          "analysis.completed",
          "analysis.failed",
          "evaluation.completed"
        ],
        "completed_at": null,
        "processing_time_ms": 8123,
        "error_message": "The recording holds no audio that can be decoded",
        "error_code": "not_audio",
        "retryable": true,
        "version": "1",
        "engine": null,
        "campaign": "spring",
        "priority": 2
      }
    }
  },
  "events": "id: 453\nevent: progress\ndata: {\"stage\":\"transcribing\",\"percent\":45}\n\nid: 1010\nevent: completed\ndata: {\"id\":\"0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\",\"object\":\"analysis\",\"created\":1795165200,\"status\":\"completed\",\"livemode\":true,\"progress\":null,\"audio\":{\"url\":\"https://calls.example.com/api/v1/recordings/0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10?content_type=audio%2Fogg&file_name=0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10.ogg&expires=1795168800&signature=c2ln\",\"size_bytes\":614220,\"file_size\":614220,\"format\":\"ogg\",\"duration_seconds\":88.888,\"channels\":2,\"damaged\":false,\"tracks\":1},\"call\":{\"agent_id\":\"agent-7\",\"contact_id\":\"cust-42\",\"started_at\":\"2026-11-20T08:58:00.000Z\",\"direction\":\"inbound\",\"duration_ms\":88888,\"duration_seconds\":88.888,\"metrics\":{\"agent_talk_seconds\":31.84,\"customer_talk_seconds\":42.04,\"silence_seconds\":15.008,\"overtalk_seconds\":0,\"interruptions\":0,\"agent_words_per_minute\":187,\"customer_words_per_minute\":173,\"talk_ratio\":0.43}},\"transcript\":{\"text\":\"Agent: Yes, hello, support. What is the problem?\\nCustomer: Good morning. My internet has been down for three days and nobody has called me back. I want to make a complaint.\\nAgent: Well, that is not my problem. You should have called the technical team.\\nAgent: You need to calm down. I can sell you a better plan. I guarantee that you will never have this problem again.\\nAgent: Fine. Give me your full card number and the security code on the back, and I will put the new plan on your account.\\nCustomer: Then I want to speak to your manager right now.\",\"language\":\"en\",\"segments\":[{\"id\":0,\"speaker\":\"agent\",\"channel\":0,\"start\":0.75,\"end\":4.06,\"text\":\"Yes, hello, support. What is the problem?\",\"confidence\":null},{\"id\":1,\"speaker\":\"customer\",\"channel\":1,\"start\":5.172,\"end\":13.092,\"text\":\"Good morning. My internet has been down for three days and nobody has called me back. I want to make a complaint.\",\"confidence\":null},{\"id\":2,\"speaker\":\"agent\",\"channel\":0,\"start\":14.015,\"end\":18.495,\"text\":\"Well, that is not my problem. You should have called the technical team.\",\"confidence\":null},{\"id\":4,\"speaker\":\"agent\",\"channel\":0,\"start\":27.176,\"end\":33.436,\"text\":\"You need to calm down. I can sell you a better plan. I guarantee that you will never have this problem again.\",\"confidence\":null},{\"id\":6,\"speaker\":\"agent\",\"channel\":0,\"start\":40.879,\"end\":47.839,\"text\":\"Fine. Give me your full card number and the security code on the back, and I will put the new plan on your account.\",\"confidence\":null},{\"id\":9,\"speaker\":\"customer\",\"channel\":1,\"start\":60.923,\"end\":64.183,\"text\":\"Then I want to speak to your manager right now.\",\"confidence\":null}],\"diarization\":{\"method\":\"channel\",\"role_confidence\":0.99},\"hearing\":{\"agent\":{\"score\":1,\"basis\":[\"signal\"],\"assessable\":true,\"reasons\":[]},\"customer\":{\"score\":0.89,\"basis\":[\"signal\"],\"assessable\":true,\"reasons\":[]}}},\"results\":{\"call_kind\":\"conversation\",\"compliance\":{\"identity_verification\":{\"performed\":false,\"confidence\":0.7,\"evidence\":\"put the new plan on your account\",\"flagged\":true,\"assessable\":true,\"citations\":[{\"segment_id\":6,\"speaker\":\"agent\",\"start\":45.799,\"end\":47.839,\"quote\":\"put the new plan on your account\",\"verification\":\"verified\"}]},\"privacy_protection\":{\"performed\":false,\"confidence\":0.95,\"evidence\":\"Give me your full card number and the security\",\"flagged\":true,\"assessable\":true,\"citations\":[{\"segment_id\":6,\"speaker\":\"agent\",\"start\":41.239,\"end\":44.059,\"quote\":\"Give me your full card number and the security\",\"verification\":\"verified\"}]},\"mandatory_disclosures\":{\"performed\":false,\"confidence\":0.7,\"evidence\":\"Yes, hello, support\",\"flagged\":true,\"assessable\":true,\"citations\":[{\"segment_id\":0,\"speaker\":\"agent\",\"start\":0.75,\"end\":2.405,\"quote\":\"Yes, hello, support\",\"verification\":\"verified\"}],\"missing\":[\"Notice that the call is recorded\"]},\"purpose_declaration\":{\"performed\":true,\"confidence\":0.9,\"evidence\":\"What is the problem\",\"flagged\":false,\"assessable\":true,\"citations\":[{\"segment_id\":0,\"speaker\":\"agent\",\"start\":2.405,\"end\":4.06,\"quote\":\"What is the problem\",\"verification\":\"verified\"}]},\"violations\":[{\"rule\":\"full_card_number_requested\",\"description\":\"The agent asked for the full card number on a recorded call.\",\"confidence\":0.9,\"evidence\":\"Give me your full card number and the security\",\"flagged\":true,\"citations\":[{\"segment_id\":6,\"speaker\":\"agent\",\"start\":41.239,\"end\":44.059,\"quote\":\"Give me your full card number and the security\",\"verification\":\"verified\"}]},{\"rule\":\"card_security_code_requested\",\"description\":\"The agent asked for the card's security code.\",\"confidence\":0.95,\"evidence\":\"security code on the back\",\"flagged\":true,\"citations\":[{\"segment_id\":6,\"speaker\":\"agent\",\"start\":43.519,\"end\":45.139,\"quote\":\"security code on the back\",\"verification\":\"verified\"}]},{\"rule\":\"unauthorised_guarantee\",\"description\":\"The agent gave a guarantee that cannot be kept.\",\"confidence\":0.85,\"evidence\":\"I guarantee that you will never have this problem again\",\"flagged\":true,\"citations\":[{\"segment_id\":4,\"speaker\":\"agent\",\"start\":30.192,\"end\":33.436,\"quote\":\"I guarantee that you will never have this problem again\",\"verification\":\"verified\"}]}],\"score\":0,\"coverage\":1},\"quality\":{\"sentiment_analysis\":{\"overall_sentiment\":\"negative\",\"customer_sentiment\":\"negative\",\"agent_sentiment\":\"negative\"},\"call_resolution\":{\"resolved\":false,\"confidence\":0.88,\"evidence\":\"I want to speak to your manager\",\"flagged\":true,\"assessable\":true,\"citations\":[{\"segment_id\":9,\"speaker\":\"customer\",\"start\":61.263,\"end\":63.436,\"quote\":\"I want to speak to your manager\",\"verification\":\"verified\"}]},\"greeting\":{\"present\":true,\"confidence\":0.9,\"evidence\":\"hello, support\",\"flagged\":false,\"assessable\":true,\"citations\":[{\"segment_id\":0,\"speaker\":\"agent\",\"start\":1.144,\"end\":2.405,\"quote\":\"hello, support\",\"verification\":\"verified\"}]},\"empathetic_language\":{\"present\":false,\"confidence\":0.9,\"evidence\":\"You should have called the technical\",\"flagged\":true,\"assessable\":true,\"citations\":[{\"segment_id\":2,\"speaker\":\"agent\",\"start\":15.856,\"end\":18.127,\"quote\":\"You should have called the technical\",\"verification\":\"verified\"},{\"segment_id\":1,\"speaker\":\"customer\",\"start\":6.978,\"end\":7.951,\"quote\":\"has been down\",\"verification\":\"verified\"}]},\"professionalism\":{\"present\":false,\"confidence\":0.9,\"evidence\":\"You should have called the technical\",\"flagged\":true,\"assessable\":true,\"citations\":[{\"segment_id\":2,\"speaker\":\"agent\",\"start\":15.856,\"end\":18.127,\"quote\":\"You should have called the technical\",\"verification\":\"verified\"}]},\"overall_score\":25,\"coverage\":1},\"coaching\":{\"customer_effort_score\":5,\"strengths\":[\"Made the purpose of the call clear.\",\"Greeted the customer.\"],\"recommendations\":[\"Take the customer's concern seriously: acknowledge it, and say what you can do instead of what is not your task.\",\"Offer escalation, or a call back from a manager, when the customer asks for it.\",\"Never ask for a full card number by voice; use the secure payment line or the last four digits.\"]},\"observations\":[{\"rule\":\"greeting\",\"category\":\"agent_practice\",\"description\":\"The agent greeted the customer.\",\"speaker\":\"agent\",\"observed\":true,\"confidence\":0.9,\"evidence\":\"hello, support\",\"citations\":[{\"segment_id\":0,\"speaker\":\"agent\",\"start\":1.144,\"end\":2.405,\"quote\":\"hello, support\",\"verification\":\"verified\"}]},{\"rule\":\"introduction\",\"category\":\"agent_practice\",\"description\":\"The agent gave their name.\",\"speaker\":\"agent\",\"observed\":false,\"confidence\":0.7,\"evidence\":\"\",\"citations\":[]},{\"rule\":\"dismissive_language\",\"category\":\"agent_conduct\",\"description\":\"The agent was dismissive.\",\"speaker\":\"agent\",\"observed\":true,\"confidence\":0.9,\"evidence\":\"You should have called the technical\",\"citations\":[{\"segment_id\":2,\"speaker\":\"agent\",\"start\":15.856,\"end\":18.127,\"quote\":\"You should have called the technical\",\"verification\":\"verified\"}]},{\"rule\":\"service_outage\",\"category\":\"customer_signal\",\"description\":\"The customer reported that the service does not work.\",\"speaker\":\"customer\",\"observed\":true,\"confidence\":0.9,\"evidence\":\"has been down\",\"citations\":[{\"segment_id\":1,\"speaker\":\"customer\",\"start\":6.978,\"end\":7.951,\"quote\":\"has been down\",\"verification\":\"verified\"}]},{\"rule\":\"repeat_contact\",\"category\":\"customer_signal\",\"description\":\"The customer had to call, or suffer the problem, more than once.\",\"speaker\":\"customer\",\"observed\":true,\"confidence\":0.9,\"evidence\":\"nobody has called me back\",\"citations\":[{\"segment_id\":1,\"speaker\":\"customer\",\"start\":9.271,\"end\":11.147,\"quote\":\"nobody has called me back\",\"verification\":\"verified\"}]}],\"manipulation_suspected\":false,\"summary\":\"The customer withheld an identifier, reported that the service does not work, had met the problem or called before, made a complaint, was openly dissatisfied, threatened to leave, asked for a manager and threatened with a lawyer or an authority. The agent said that it could not be done, was dismissive, refused to pass the call to a manager, asked for the full card number, asked for the card's security code and gave a guarantee. It was heard that the matter was not resolved.\"},\"metadata\":{\"webhook_url\":\"https://hooks.example.com/calls\",\"webhook_events\":[\"analysis.completed\",\"analysis.failed\",\"evaluation.completed\"],\"completed_at\":\"2026-11-20T09:00:08.123Z\",\"processing_time_ms\":8123,\"error_message\":null,\"error_code\":null,\"retryable\":false,\"version\":\"1\",\"engine\":{\"transcription\":\"sample-script\",\"analysis\":\"rules\",\"grade\":\"demo\",\"mean_confidence\":null,\"rules_version\":\"rules-en-3-de-3\"},\"campaign\":\"spring\",\"priority\":2}}\n\n"
};
