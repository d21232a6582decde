// The examples of the API document: the sample call as it was judged by a sample form, shortened. Made by `npm run openapi`.
export const EXAMPLES = {
  "scorecard": {
    "id": "3c1d5a7e-2b4f-4c6a-9e8d-1f0b2a3c4d5e",
    "object": "scorecard",
    "created": 1795165200,
    "livemode": true,
    "name": "Service line",
    "description": "How an agent of the service line opens, secures, handles and closes a call.",
    "applies_to": {
      "language": [
        "en"
      ]
    },
    "default": false,
    "revision": null,
    "archived": false,
    "metadata": {
      "team": "service"
    }
  },
  "draft": {
    "object": "scorecard_revision",
    "scorecard_id": "3c1d5a7e-2b4f-4c6a-9e8d-1f0b2a3c4d5e",
    "revision": 1,
    "status": "draft",
    "created": 1795165200,
    "content_hash": "sha256:774d4dbd45cd5906447726551c69f5516bf09de4e38f01ebbd6a2356ee9e9b31",
    "language": "en",
    "pass_mark": 75,
    "min_coverage": 0.5,
    "sections": [
      {
        "key": "opening",
        "title": "Opening",
        "weight": 20,
        "questions": [
          {
            "key": "recording_notice",
            "text": "Did the agent say that the call is recorded?",
            "guidance": "Yes: any wording that the call is recorded or monitored. No: not said in the first minute.",
            "speaker": "agent",
            "weight": 10,
            "within": {
              "from": "start",
              "seconds": 60
            },
            "answers": [
              {
                "key": "yes",
                "label": "Yes",
                "points": 1,
                "needs_quote": true,
                "auto_fail": false
              },
              {
                "key": "no",
                "label": "No",
                "points": 0,
                "needs_quote": false,
                "auto_fail": false
              }
            ],
            "na": false,
            "applies_if": null,
            "judge": {
              "kind": "phrases",
              "any": [
                "call|calls|line|conversation ~3 recorded|monitored",
                "we record|monitor ~1 calls|conversations"
              ],
              "none": [
                "not ~1 recorded|monitored"
              ],
              "answer": "yes",
              "otherwise": "no"
            },
            "automation": "score"
          }
        ]
      },
      {
        "key": "security",
        "title": "Security",
        "weight": 30,
        "questions": [
          {
            "key": "account_opened",
            "text": "Did the agent speak about the customer's account, bill or payments?",
            "guidance": "A tag: it counts in no score and decides whether the next question applies.",
            "speaker": "agent",
            "weight": 0,
            "within": null,
            "answers": [
              {
                "key": "yes",
                "label": "Yes",
                "points": 0,
                "needs_quote": true,
                "auto_fail": false
              },
              {
                "key": "no",
                "label": "No",
                "points": 0,
                "needs_quote": false,
                "auto_fail": false
              }
            ],
            "na": false,
            "applies_if": null,
            "judge": {
              "kind": "phrases",
              "any": [
                "your ~1 account|bill|payment|payments|contract"
              ],
              "none": [],
              "answer": "yes",
              "otherwise": "no"
            },
            "automation": "score"
          },
          {
            "key": "identity",
            "text": "Did the agent verify who is calling?",
            "guidance": "Yes: two identifiers, or one secret. A name alone verifies no one.",
            "speaker": "agent",
            "weight": 10,
            "within": null,
            "answers": [
              {
                "key": "yes",
                "label": "Yes",
                "points": 1,
                "needs_quote": true,
                "auto_fail": false
              },
              {
                "key": "no",
                "label": "No",
                "points": 0,
                "needs_quote": false,
                "auto_fail": false
              }
            ],
            "na": false,
            "applies_if": {
              "question": "account_opened",
              "in": [
                "yes"
              ]
            },
            "judge": {
              "kind": "finding",
              "finding": "identity_verification",
              "answer": "yes",
              "otherwise": "no"
            },
            "automation": "score"
          },
          {
            "key": "secret_asked",
            "text": "Did the agent ask for a card's security code, a PIN or a password?",
            "guidance": "Ends the call as failed: no agent may ask for these.",
            "speaker": "agent",
            "weight": 10,
            "within": null,
            "answers": [
              {
                "key": "yes",
                "label": "Yes",
                "points": 0,
                "needs_quote": true,
                "auto_fail": true
              },
              {
                "key": "no",
                "label": "No",
                "points": 1,
                "needs_quote": false,
                "auto_fail": false
              }
            ],
            "na": false,
            "applies_if": null,
            "judge": {
              "kind": "phrases",
              "any": [
                "give|tell|read|need|confirm ~8 (security code|verification code|cvv|cvc|pin|password)",
                "what is your ~1 (security code|verification code|cvv|cvc|pin|password)"
              ],
              "none": [
                "never|not ~3 give|tell|read|need|share"
              ],
              "answer": "yes",
              "otherwise": "no"
            },
            "automation": "score"
          }
        ]
      },
      {
        "key": "handling",
        "title": "Handling",
        "weight": 35,
        "questions": [
          {
            "key": "understanding",
            "text": "Did the agent show understanding?",
            "guidance": null,
            "speaker": "agent",
            "weight": 10,
            "within": null,
            "answers": [
              {
                "key": "yes",
                "label": "Yes",
                "points": 1,
                "needs_quote": true,
                "auto_fail": false
              },
              {
                "key": "no",
                "label": "No",
                "points": 0,
                "needs_quote": true,
                "auto_fail": false
              }
            ],
            "na": false,
            "applies_if": null,
            "judge": {
              "kind": "finding",
              "finding": "empathetic_language",
              "answer": "yes",
              "otherwise": "no"
            },
            "automation": "score"
          },
          {
            "key": "silence",
            "text": "How long was nothing said?",
            "guidance": null,
            "speaker": null,
            "weight": 5,
            "within": null,
            "answers": [
              {
                "key": "short",
                "label": "Under half a minute",
                "points": 2,
                "needs_quote": false,
                "auto_fail": false
              },
              {
                "key": "acceptable",
                "label": "Under a minute",
                "points": 1,
                "needs_quote": false,
                "auto_fail": false
              },
              {
                "key": "long",
                "label": "A minute or more",
                "points": 0,
                "needs_quote": false,
                "auto_fail": false
              }
            ],
            "na": false,
            "applies_if": null,
            "judge": {
              "kind": "metric",
              "metric": "silence_seconds",
              "bands": [
                {
                  "below": 30,
                  "answer": "short"
                },
                {
                  "below": 60,
                  "answer": "acceptable"
                },
                {
                  "below": null,
                  "answer": "long"
                }
              ]
            },
            "automation": "score"
          },
          {
            "key": "advice",
            "text": "Was what the agent said about the customer's matter correct?",
            "guidance": "A person who knows the matter answers this one.",
            "speaker": "agent",
            "weight": 10,
            "within": null,
            "answers": [
              {
                "key": "right",
                "label": "Right",
                "points": 2,
                "needs_quote": false,
                "auto_fail": false
              },
              {
                "key": "partly",
                "label": "Partly right",
                "points": 1,
                "needs_quote": false,
                "auto_fail": false
              },
              {
                "key": "wrong",
                "label": "Wrong",
                "points": 0,
                "needs_quote": false,
                "auto_fail": false
              }
            ],
            "na": true,
            "applies_if": null,
            "judge": {
              "kind": "human"
            },
            "automation": "score"
          }
        ]
      }
    ]
  },
  "tried": {
    "items": [
      {
        "id": "c4b2e8f0-1a3d-4f5c-8b7e-6d9a0c1f2e3b",
        "object": "evaluation",
        "created": 1795165200,
        "status": "completed",
        "livemode": true,
        "analysis_id": "0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10",
        "agent_id": "agent-7",
        "contact_id": "cust-42",
        "scorecard": {
          "id": "3c1d5a7e-2b4f-4c6a-9e8d-1f0b2a3c4d5e",
          "name": "Service line",
          "revision": 1
        },
        "rescore_id": null,
        "completed_at": 1795165208,
        "error_message": null,
        "error_code": null,
        "score": 14,
        "coverage": 0.84,
        "outcome": "auto_failed",
        "sections": [
          {
            "key": "opening",
            "score": 0,
            "coverage": 1
          },
          {
            "key": "security",
            "score": 0,
            "coverage": 1
          },
          {
            "key": "handling",
            "score": 33,
            "coverage": 0.6
          }
        ],
        "auto_fails": [
          "secret_asked"
        ],
        "answers": [
          {
            "question": "recording_notice",
            "state": "answered",
            "answer": "no",
            "confidence": 1,
            "points": 0,
            "flagged": false,
            "rationale": "No phrase of the form was heard.",
            "citations": [],
            "source": "phrases",
            "reason": null,
            "reviewer_id": null
          },
          {
            "question": "account_opened",
            "state": "answered",
            "answer": "yes",
            "confidence": 1,
            "points": 0,
            "flagged": false,
            "rationale": "A phrase of the form was heard.",
            "citations": [
              {
                "segment_id": 6,
                "speaker": "agent",
                "start": 46.999,
                "end": 47.839,
                "quote": "your account",
                "verification": "verified"
              }
            ],
            "source": "phrases",
            "reason": null,
            "reviewer_id": null
          },
          {
            "question": "identity",
            "state": "answered",
            "answer": "no",
            "confidence": 0.7,
            "points": 0,
            "flagged": true,
            "rationale": "identity_verification was not found.",
            "citations": [
              {
                "segment_id": 6,
                "speaker": "agent",
                "start": 45.799,
                "end": 47.839,
                "quote": "put the new plan on your account",
                "verification": "verified"
              }
            ],
            "source": "finding",
            "reason": null,
            "reviewer_id": null
          },
          {
            "question": "secret_asked",
            "state": "answered",
            "answer": "yes",
            "confidence": 1,
            "points": 0,
            "flagged": false,
            "rationale": "A phrase of the form was heard.",
            "citations": [
              {
                "segment_id": 6,
                "speaker": "agent",
                "start": 41.239,
                "end": 44.359,
                "quote": "Give me your full card number and the security code",
                "verification": "verified"
              }
            ],
            "source": "phrases",
            "reason": null,
            "reviewer_id": null
          },
          {
            "question": "understanding",
            "state": "answered",
            "answer": "no",
            "confidence": 0.9,
            "points": 0,
            "flagged": true,
            "rationale": "empathetic_language was not found.",
            "citations": [
              {
                "segment_id": 2,
                "speaker": "agent",
                "start": 14.383,
                "end": 15.856,
                "quote": "that is not my problem",
                "verification": "verified"
              }
            ],
            "source": "finding",
            "reason": null,
            "reviewer_id": null
          },
          {
            "question": "silence",
            "state": "answered",
            "answer": "short",
            "confidence": 1,
            "points": 2,
            "flagged": false,
            "rationale": "silence_seconds is 15.008.",
            "citations": [],
            "source": "metric",
            "reason": null,
            "reviewer_id": null
          },
          {
            "question": "advice",
            "state": "awaiting_human",
            "answer": null,
            "confidence": null,
            "points": null,
            "flagged": false,
            "rationale": "",
            "citations": [],
            "source": "human",
            "reason": null,
            "reviewer_id": null
          }
        ],
        "provenance": {
          "judge": null,
          "prompt_version": null,
          "input_tokens": null,
          "output_tokens": null,
          "cost": null,
          "revision_hash": "sha256:774d4dbd45cd5906447726551c69f5516bf09de4e38f01ebbd6a2356ee9e9b31",
          "transcript_hash": "sha256:2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae"
        }
      }
    ]
  },
  "published": {
    "object": "scorecard_revision",
    "scorecard_id": "3c1d5a7e-2b4f-4c6a-9e8d-1f0b2a3c4d5e",
    "revision": 1,
    "status": "published",
    "created": 1795165200,
    "content_hash": "sha256:774d4dbd45cd5906447726551c69f5516bf09de4e38f01ebbd6a2356ee9e9b31",
    "language": "en",
    "pass_mark": 75,
    "min_coverage": 0.5,
    "sections": [
      {
        "key": "opening",
        "title": "Opening",
        "weight": 20,
        "questions": [
          {
            "key": "recording_notice",
            "text": "Did the agent say that the call is recorded?",
            "guidance": "Yes: any wording that the call is recorded or monitored. No: not said in the first minute.",
            "speaker": "agent",
            "weight": 10,
            "within": {
              "from": "start",
              "seconds": 60
            },
            "answers": [
              {
                "key": "yes",
                "label": "Yes",
                "points": 1,
                "needs_quote": true,
                "auto_fail": false
              },
              {
                "key": "no",
                "label": "No",
                "points": 0,
                "needs_quote": false,
                "auto_fail": false
              }
            ],
            "na": false,
            "applies_if": null,
            "judge": {
              "kind": "phrases",
              "any": [
                "call|calls|line|conversation ~3 recorded|monitored",
                "we record|monitor ~1 calls|conversations"
              ],
              "none": [
                "not ~1 recorded|monitored"
              ],
              "answer": "yes",
              "otherwise": "no"
            },
            "automation": "score"
          }
        ]
      },
      {
        "key": "security",
        "title": "Security",
        "weight": 30,
        "questions": [
          {
            "key": "account_opened",
            "text": "Did the agent speak about the customer's account, bill or payments?",
            "guidance": "A tag: it counts in no score and decides whether the next question applies.",
            "speaker": "agent",
            "weight": 0,
            "within": null,
            "answers": [
              {
                "key": "yes",
                "label": "Yes",
                "points": 0,
                "needs_quote": true,
                "auto_fail": false
              },
              {
                "key": "no",
                "label": "No",
                "points": 0,
                "needs_quote": false,
                "auto_fail": false
              }
            ],
            "na": false,
            "applies_if": null,
            "judge": {
              "kind": "phrases",
              "any": [
                "your ~1 account|bill|payment|payments|contract"
              ],
              "none": [],
              "answer": "yes",
              "otherwise": "no"
            },
            "automation": "score"
          },
          {
            "key": "identity",
            "text": "Did the agent verify who is calling?",
            "guidance": "Yes: two identifiers, or one secret. A name alone verifies no one.",
            "speaker": "agent",
            "weight": 10,
            "within": null,
            "answers": [
              {
                "key": "yes",
                "label": "Yes",
                "points": 1,
                "needs_quote": true,
                "auto_fail": false
              },
              {
                "key": "no",
                "label": "No",
                "points": 0,
                "needs_quote": false,
                "auto_fail": false
              }
            ],
            "na": false,
            "applies_if": {
              "question": "account_opened",
              "in": [
                "yes"
              ]
            },
            "judge": {
              "kind": "finding",
              "finding": "identity_verification",
              "answer": "yes",
              "otherwise": "no"
            },
            "automation": "score"
          },
          {
            "key": "secret_asked",
            "text": "Did the agent ask for a card's security code, a PIN or a password?",
            "guidance": "Ends the call as failed: no agent may ask for these.",
            "speaker": "agent",
            "weight": 10,
            "within": null,
            "answers": [
              {
                "key": "yes",
                "label": "Yes",
                "points": 0,
                "needs_quote": true,
                "auto_fail": true
              },
              {
                "key": "no",
                "label": "No",
                "points": 1,
                "needs_quote": false,
                "auto_fail": false
              }
            ],
            "na": false,
            "applies_if": null,
            "judge": {
              "kind": "phrases",
              "any": [
                "give|tell|read|need|confirm ~8 (security code|verification code|cvv|cvc|pin|password)",
                "what is your ~1 (security code|verification code|cvv|cvc|pin|password)"
              ],
              "none": [
                "never|not ~3 give|tell|read|need|share"
              ],
              "answer": "yes",
              "otherwise": "no"
            },
            "automation": "score"
          }
        ]
      },
      {
        "key": "handling",
        "title": "Handling",
        "weight": 35,
        "questions": [
          {
            "key": "understanding",
            "text": "Did the agent show understanding?",
            "guidance": null,
            "speaker": "agent",
            "weight": 10,
            "within": null,
            "answers": [
              {
                "key": "yes",
                "label": "Yes",
                "points": 1,
                "needs_quote": true,
                "auto_fail": false
              },
              {
                "key": "no",
                "label": "No",
                "points": 0,
                "needs_quote": true,
                "auto_fail": false
              }
            ],
            "na": false,
            "applies_if": null,
            "judge": {
              "kind": "finding",
              "finding": "empathetic_language",
              "answer": "yes",
              "otherwise": "no"
            },
            "automation": "score"
          },
          {
            "key": "silence",
            "text": "How long was nothing said?",
            "guidance": null,
            "speaker": null,
            "weight": 5,
            "within": null,
            "answers": [
              {
                "key": "short",
                "label": "Under half a minute",
                "points": 2,
                "needs_quote": false,
                "auto_fail": false
              },
              {
                "key": "acceptable",
                "label": "Under a minute",
                "points": 1,
                "needs_quote": false,
                "auto_fail": false
              },
              {
                "key": "long",
                "label": "A minute or more",
                "points": 0,
                "needs_quote": false,
                "auto_fail": false
              }
            ],
            "na": false,
            "applies_if": null,
            "judge": {
              "kind": "metric",
              "metric": "silence_seconds",
              "bands": [
                {
                  "below": 30,
                  "answer": "short"
                },
                {
                  "below": 60,
                  "answer": "acceptable"
                },
                {
                  "below": null,
                  "answer": "long"
                }
              ]
            },
            "automation": "score"
          },
          {
            "key": "advice",
            "text": "Was what the agent said about the customer's matter correct?",
            "guidance": "A person who knows the matter answers this one.",
            "speaker": "agent",
            "weight": 10,
            "within": null,
            "answers": [
              {
                "key": "right",
                "label": "Right",
                "points": 2,
                "needs_quote": false,
                "auto_fail": false
              },
              {
                "key": "partly",
                "label": "Partly right",
                "points": 1,
                "needs_quote": false,
                "auto_fail": false
              },
              {
                "key": "wrong",
                "label": "Wrong",
                "points": 0,
                "needs_quote": false,
                "auto_fail": false
              }
            ],
            "na": true,
            "applies_if": null,
            "judge": {
              "kind": "human"
            },
            "automation": "score"
          }
        ]
      }
    ]
  },
  "accepted": {
    "id": "9a7c4e1b-6d2f-4b8a-a5c3-0e9d8f7b6a51",
    "object": "evaluation",
    "created": 1795165200,
    "status": "processing",
    "livemode": true,
    "analysis_id": "0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10",
    "agent_id": "agent-7",
    "contact_id": "cust-42",
    "scorecard": {
      "id": "3c1d5a7e-2b4f-4c6a-9e8d-1f0b2a3c4d5e",
      "name": "Service line",
      "revision": 1
    },
    "rescore_id": null,
    "completed_at": null,
    "error_message": null,
    "error_code": null,
    "score": null,
    "coverage": null,
    "outcome": null,
    "sections": [],
    "auto_fails": [],
    "answers": [],
    "provenance": null
  },
  "evaluation": {
    "id": "9a7c4e1b-6d2f-4b8a-a5c3-0e9d8f7b6a51",
    "object": "evaluation",
    "created": 1795165200,
    "status": "completed",
    "livemode": true,
    "analysis_id": "0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10",
    "agent_id": "agent-7",
    "contact_id": "cust-42",
    "scorecard": {
      "id": "3c1d5a7e-2b4f-4c6a-9e8d-1f0b2a3c4d5e",
      "name": "Service line",
      "revision": 1
    },
    "rescore_id": null,
    "completed_at": 1795165208,
    "error_message": null,
    "error_code": null,
    "score": 14,
    "coverage": 0.84,
    "outcome": "auto_failed",
    "sections": [
      {
        "key": "opening",
        "score": 0,
        "coverage": 1
      },
      {
        "key": "security",
        "score": 0,
        "coverage": 1
      },
      {
        "key": "handling",
        "score": 33,
        "coverage": 0.6
      }
    ],
    "auto_fails": [
      "secret_asked"
    ],
    "answers": [
      {
        "question": "recording_notice",
        "state": "answered",
        "answer": "no",
        "confidence": 1,
        "points": 0,
        "flagged": false,
        "rationale": "No phrase of the form was heard.",
        "citations": [],
        "source": "phrases",
        "reason": null,
        "reviewer_id": null
      },
      {
        "question": "account_opened",
        "state": "answered",
        "answer": "yes",
        "confidence": 1,
        "points": 0,
        "flagged": false,
        "rationale": "A phrase of the form was heard.",
        "citations": [
          {
            "segment_id": 6,
            "speaker": "agent",
            "start": 46.999,
            "end": 47.839,
            "quote": "your account",
            "verification": "verified"
          }
        ],
        "source": "phrases",
        "reason": null,
        "reviewer_id": null
      },
      {
        "question": "identity",
        "state": "answered",
        "answer": "no",
        "confidence": 0.7,
        "points": 0,
        "flagged": true,
        "rationale": "identity_verification was not found.",
        "citations": [
          {
            "segment_id": 6,
            "speaker": "agent",
            "start": 45.799,
            "end": 47.839,
            "quote": "put the new plan on your account",
            "verification": "verified"
          }
        ],
        "source": "finding",
        "reason": null,
        "reviewer_id": null
      },
      {
        "question": "secret_asked",
        "state": "answered",
        "answer": "yes",
        "confidence": 1,
        "points": 0,
        "flagged": false,
        "rationale": "A phrase of the form was heard.",
        "citations": [
          {
            "segment_id": 6,
            "speaker": "agent",
            "start": 41.239,
            "end": 44.359,
            "quote": "Give me your full card number and the security code",
            "verification": "verified"
          }
        ],
        "source": "phrases",
        "reason": null,
        "reviewer_id": null
      },
      {
        "question": "understanding",
        "state": "answered",
        "answer": "no",
        "confidence": 0.9,
        "points": 0,
        "flagged": true,
        "rationale": "empathetic_language was not found.",
        "citations": [
          {
            "segment_id": 2,
            "speaker": "agent",
            "start": 14.383,
            "end": 15.856,
            "quote": "that is not my problem",
            "verification": "verified"
          }
        ],
        "source": "finding",
        "reason": null,
        "reviewer_id": null
      },
      {
        "question": "silence",
        "state": "answered",
        "answer": "short",
        "confidence": 1,
        "points": 2,
        "flagged": false,
        "rationale": "silence_seconds is 15.008.",
        "citations": [],
        "source": "metric",
        "reason": null,
        "reviewer_id": null
      },
      {
        "question": "advice",
        "state": "awaiting_human",
        "answer": null,
        "confidence": null,
        "points": null,
        "flagged": false,
        "rationale": "",
        "citations": [],
        "source": "human",
        "reason": null,
        "reviewer_id": null
      }
    ],
    "provenance": {
      "judge": null,
      "prompt_version": null,
      "input_tokens": null,
      "output_tokens": null,
      "cost": null,
      "revision_hash": "sha256:774d4dbd45cd5906447726551c69f5516bf09de4e38f01ebbd6a2356ee9e9b31",
      "transcript_hash": "sha256:2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae"
    }
  },
  "evaluationNotification": {
    "event": "evaluation.completed",
    "id": "evt_2f1d0c5e8b7a4d3c9e6f1a2b3c4d5e6f",
    "created": 1795165200,
    "livemode": true,
    "data": {
      "id": "9a7c4e1b-6d2f-4b8a-a5c3-0e9d8f7b6a51",
      "object": "evaluation",
      "created": 1795165200,
      "status": "completed",
      "livemode": true,
      "analysis_id": "0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10",
      "agent_id": "agent-7",
      "contact_id": "cust-42",
      "scorecard": {
        "id": "3c1d5a7e-2b4f-4c6a-9e8d-1f0b2a3c4d5e",
        "name": "Service line",
        "revision": 1
      },
      "rescore_id": null,
      "completed_at": 1795165208,
      "error_message": null,
      "error_code": null,
      "score": 14,
      "coverage": 0.84,
      "outcome": "auto_failed",
      "sections": [
        {
          "key": "opening",
          "score": 0,
          "coverage": 1
        },
        {
          "key": "security",
          "score": 0,
          "coverage": 1
        },
        {
          "key": "handling",
          "score": 33,
          "coverage": 0.6
        }
      ],
      "auto_fails": [
        "secret_asked"
      ],
      "answers": [
        {
          "question": "recording_notice",
          "state": "answered",
          "answer": "no",
          "confidence": 1,
          "points": 0,
          "flagged": false,
          "rationale": "No phrase of the form was heard.",
          "citations": [],
          "source": "phrases",
          "reason": null,
          "reviewer_id": null
        },
        {
          "question": "account_opened",
          "state": "answered",
          "answer": "yes",
          "confidence": 1,
          "points": 0,
          "flagged": false,
          "rationale": "A phrase of the form was heard.",
          "citations": [
            {
              "segment_id": 6,
              "speaker": "agent",
              "start": 46.999,
              "end": 47.839,
              "quote": "your account",
              "verification": "verified"
            }
          ],
          "source": "phrases",
          "reason": null,
          "reviewer_id": null
        },
        {
          "question": "identity",
          "state": "answered",
          "answer": "no",
          "confidence": 0.7,
          "points": 0,
          "flagged": true,
          "rationale": "identity_verification was not found.",
          "citations": [
            {
              "segment_id": 6,
              "speaker": "agent",
              "start": 45.799,
              "end": 47.839,
              "quote": "put the new plan on your account",
              "verification": "verified"
            }
          ],
          "source": "finding",
          "reason": null,
          "reviewer_id": null
        },
        {
          "question": "secret_asked",
          "state": "answered",
          "answer": "yes",
          "confidence": 1,
          "points": 0,
          "flagged": false,
          "rationale": "A phrase of the form was heard.",
          "citations": [
            {
              "segment_id": 6,
              "speaker": "agent",
              "start": 41.239,
              "end": 44.359,
              "quote": "Give me your full card number and the security code",
              "verification": "verified"
            }
          ],
          "source": "phrases",
          "reason": null,
          "reviewer_id": null
        },
        {
          "question": "understanding",
          "state": "answered",
          "answer": "no",
          "confidence": 0.9,
          "points": 0,
          "flagged": true,
          "rationale": "empathetic_language was not found.",
          "citations": [
            {
              "segment_id": 2,
              "speaker": "agent",
              "start": 14.383,
              "end": 15.856,
              "quote": "that is not my problem",
              "verification": "verified"
            }
          ],
          "source": "finding",
          "reason": null,
          "reviewer_id": null
        },
        {
          "question": "silence",
          "state": "answered",
          "answer": "short",
          "confidence": 1,
          "points": 2,
          "flagged": false,
          "rationale": "silence_seconds is 15.008.",
          "citations": [],
          "source": "metric",
          "reason": null,
          "reviewer_id": null
        },
        {
          "question": "advice",
          "state": "awaiting_human",
          "answer": null,
          "confidence": null,
          "points": null,
          "flagged": false,
          "rationale": "",
          "citations": [],
          "source": "human",
          "reason": null,
          "reviewer_id": null
        }
      ],
      "provenance": {
        "judge": null,
        "prompt_version": null,
        "input_tokens": null,
        "output_tokens": null,
        "cost": null,
        "revision_hash": "sha256:774d4dbd45cd5906447726551c69f5516bf09de4e38f01ebbd6a2356ee9e9b31",
        "transcript_hash": "sha256:2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae"
      }
    }
  },
  "evaluationList": {
    "items": [
      {
        "id": "9a7c4e1b-6d2f-4b8a-a5c3-0e9d8f7b6a51",
        "object": "evaluation",
        "created": 1795165200,
        "status": "completed",
        "livemode": true,
        "analysis_id": "0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10",
        "agent_id": "agent-7",
        "contact_id": "cust-42",
        "scorecard": {
          "id": "3c1d5a7e-2b4f-4c6a-9e8d-1f0b2a3c4d5e",
          "name": "Service line",
          "revision": 1
        },
        "rescore_id": null,
        "completed_at": 1795165208,
        "error_message": null,
        "error_code": null,
        "score": 14,
        "coverage": 0.84,
        "outcome": "auto_failed",
        "sections": [
          {
            "key": "opening",
            "score": 0,
            "coverage": 1
          },
          {
            "key": "security",
            "score": 0,
            "coverage": 1
          },
          {
            "key": "handling",
            "score": 33,
            "coverage": 0.6
          }
        ],
        "auto_fails": [
          "secret_asked"
        ],
        "answers": [
          {
            "question": "recording_notice",
            "state": "answered",
            "answer": "no",
            "confidence": 1,
            "points": 0,
            "flagged": false,
            "rationale": "No phrase of the form was heard.",
            "citations": [],
            "source": "phrases",
            "reason": null,
            "reviewer_id": null
          },
          {
            "question": "account_opened",
            "state": "answered",
            "answer": "yes",
            "confidence": 1,
            "points": 0,
            "flagged": false,
            "rationale": "A phrase of the form was heard.",
            "citations": [
              {
                "segment_id": 6,
                "speaker": "agent",
                "start": 46.999,
                "end": 47.839,
                "quote": "your account",
                "verification": "verified"
              }
            ],
            "source": "phrases",
            "reason": null,
            "reviewer_id": null
          },
          {
            "question": "identity",
            "state": "answered",
            "answer": "no",
            "confidence": 0.7,
            "points": 0,
            "flagged": true,
            "rationale": "identity_verification was not found.",
            "citations": [
              {
                "segment_id": 6,
                "speaker": "agent",
                "start": 45.799,
                "end": 47.839,
                "quote": "put the new plan on your account",
                "verification": "verified"
              }
            ],
            "source": "finding",
            "reason": null,
            "reviewer_id": null
          },
          {
            "question": "secret_asked",
            "state": "answered",
            "answer": "yes",
            "confidence": 1,
            "points": 0,
            "flagged": false,
            "rationale": "A phrase of the form was heard.",
            "citations": [
              {
                "segment_id": 6,
                "speaker": "agent",
                "start": 41.239,
                "end": 44.359,
                "quote": "Give me your full card number and the security code",
                "verification": "verified"
              }
            ],
            "source": "phrases",
            "reason": null,
            "reviewer_id": null
          },
          {
            "question": "understanding",
            "state": "answered",
            "answer": "no",
            "confidence": 0.9,
            "points": 0,
            "flagged": true,
            "rationale": "empathetic_language was not found.",
            "citations": [
              {
                "segment_id": 2,
                "speaker": "agent",
                "start": 14.383,
                "end": 15.856,
                "quote": "that is not my problem",
                "verification": "verified"
              }
            ],
            "source": "finding",
            "reason": null,
            "reviewer_id": null
          },
          {
            "question": "silence",
            "state": "answered",
            "answer": "short",
            "confidence": 1,
            "points": 2,
            "flagged": false,
            "rationale": "silence_seconds is 15.008.",
            "citations": [],
            "source": "metric",
            "reason": null,
            "reviewer_id": null
          },
          {
            "question": "advice",
            "state": "awaiting_human",
            "answer": null,
            "confidence": null,
            "points": null,
            "flagged": false,
            "rationale": "",
            "citations": [],
            "source": "human",
            "reason": null,
            "reviewer_id": null
          }
        ],
        "provenance": {
          "judge": null,
          "prompt_version": null,
          "input_tokens": null,
          "output_tokens": null,
          "cost": null,
          "revision_hash": "sha256:774d4dbd45cd5906447726551c69f5516bf09de4e38f01ebbd6a2356ee9e9b31",
          "transcript_hash": "sha256:2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae"
        }
      }
    ],
    "total": 1,
    "skip": 0,
    "limit": 1
  },
  "estimate": {
    "id": "d5e4c3b2-a190-4f8e-9d7c-6b5a4f3e2d1c",
    "object": "rescore",
    "created": 1795165200,
    "status": "dry_run",
    "livemode": true,
    "scorecard": {
      "id": "3c1d5a7e-2b4f-4c6a-9e8d-1f0b2a3c4d5e",
      "name": "Service line",
      "revision": 1
    },
    "counts": {
      "total": 2,
      "completed": 0,
      "failed": 0,
      "skipped": 0
    },
    "estimate": {
      "calls": 1,
      "input_tokens": null,
      "output_tokens": null,
      "cost": null
    },
    "webhook_url": null,
    "webhook_events": [
      "rescore.completed"
    ],
    "completed_at": null
  },
  "rescoreAccepted": {
    "id": "7e6d5c4b-3a2f-4e1d-9c8b-0a1f2e3d4c5b",
    "object": "rescore",
    "created": 1795165200,
    "status": "processing",
    "livemode": true,
    "scorecard": {
      "id": "3c1d5a7e-2b4f-4c6a-9e8d-1f0b2a3c4d5e",
      "name": "Service line",
      "revision": 1
    },
    "counts": {
      "total": 2,
      "completed": 0,
      "failed": 0,
      "skipped": 0
    },
    "estimate": {
      "calls": 1,
      "input_tokens": null,
      "output_tokens": null,
      "cost": null
    },
    "webhook_url": "https://hooks.example.com/calls",
    "webhook_events": [
      "rescore.completed"
    ],
    "completed_at": null
  },
  "rescore": {
    "id": "7e6d5c4b-3a2f-4e1d-9c8b-0a1f2e3d4c5b",
    "object": "rescore",
    "created": 1795165200,
    "status": "completed",
    "livemode": true,
    "scorecard": {
      "id": "3c1d5a7e-2b4f-4c6a-9e8d-1f0b2a3c4d5e",
      "name": "Service line",
      "revision": 1
    },
    "counts": {
      "total": 2,
      "completed": 1,
      "failed": 0,
      "skipped": 1
    },
    "estimate": {
      "calls": 1,
      "input_tokens": null,
      "output_tokens": null,
      "cost": null
    },
    "webhook_url": "https://hooks.example.com/calls",
    "webhook_events": [
      "rescore.completed"
    ],
    "completed_at": 1795165208
  },
  "rescoreNotification": {
    "event": "rescore.completed",
    "id": "evt_2f1d0c5e8b7a4d3c9e6f1a2b3c4d5e6f",
    "created": 1795165200,
    "livemode": true,
    "data": {
      "id": "7e6d5c4b-3a2f-4e1d-9c8b-0a1f2e3d4c5b",
      "object": "rescore",
      "created": 1795165200,
      "status": "completed",
      "livemode": true,
      "scorecard": {
        "id": "3c1d5a7e-2b4f-4c6a-9e8d-1f0b2a3c4d5e",
        "name": "Service line",
        "revision": 1
      },
      "counts": {
        "total": 2,
        "completed": 1,
        "failed": 0,
        "skipped": 1
      },
      "estimate": {
        "calls": 1,
        "input_tokens": null,
        "output_tokens": null,
        "cost": null
      },
      "webhook_url": "https://hooks.example.com/calls",
      "webhook_events": [
        "rescore.completed"
      ],
      "completed_at": 1795165208
    }
  },
  "rescoreList": {
    "items": [
      {
        "id": "7e6d5c4b-3a2f-4e1d-9c8b-0a1f2e3d4c5b",
        "object": "rescore",
        "created": 1795165200,
        "status": "completed",
        "livemode": true,
        "scorecard": {
          "id": "3c1d5a7e-2b4f-4c6a-9e8d-1f0b2a3c4d5e",
          "name": "Service line",
          "revision": 1
        },
        "counts": {
          "total": 2,
          "completed": 1,
          "failed": 0,
          "skipped": 1
        },
        "estimate": {
          "calls": 1,
          "input_tokens": null,
          "output_tokens": null,
          "cost": null
        },
        "webhook_url": "https://hooks.example.com/calls",
        "webhook_events": [
          "rescore.completed"
        ],
        "completed_at": 1795165208
      }
    ],
    "total": 1,
    "skip": 0,
    "limit": 20
  },
  "reviewed": {
    "id": "9a7c4e1b-6d2f-4b8a-a5c3-0e9d8f7b6a51",
    "object": "evaluation",
    "created": 1795165200,
    "status": "completed",
    "livemode": true,
    "analysis_id": "0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10",
    "agent_id": "agent-7",
    "contact_id": "cust-42",
    "scorecard": {
      "id": "3c1d5a7e-2b4f-4c6a-9e8d-1f0b2a3c4d5e",
      "name": "Service line",
      "revision": 1
    },
    "rescore_id": null,
    "completed_at": 1795165208,
    "error_message": null,
    "error_code": null,
    "score": 8,
    "coverage": 1,
    "outcome": "auto_failed",
    "sections": [
      {
        "key": "opening",
        "score": 0,
        "coverage": 1
      },
      {
        "key": "security",
        "score": 0,
        "coverage": 1
      },
      {
        "key": "handling",
        "score": 20,
        "coverage": 1
      }
    ],
    "auto_fails": [
      "secret_asked"
    ],
    "answers": [
      {
        "question": "recording_notice",
        "state": "answered",
        "answer": "no",
        "confidence": 1,
        "points": 0,
        "flagged": false,
        "rationale": "No phrase of the form was heard.",
        "citations": [],
        "source": "phrases",
        "reason": null,
        "reviewer_id": null
      },
      {
        "question": "account_opened",
        "state": "answered",
        "answer": "yes",
        "confidence": 1,
        "points": 0,
        "flagged": false,
        "rationale": "A phrase of the form was heard.",
        "citations": [
          {
            "segment_id": 6,
            "speaker": "agent",
            "start": 46.999,
            "end": 47.839,
            "quote": "your account",
            "verification": "verified"
          }
        ],
        "source": "phrases",
        "reason": null,
        "reviewer_id": null
      },
      {
        "question": "identity",
        "state": "answered",
        "answer": "no",
        "confidence": 0.7,
        "points": 0,
        "flagged": true,
        "rationale": "identity_verification was not found.",
        "citations": [
          {
            "segment_id": 6,
            "speaker": "agent",
            "start": 45.799,
            "end": 47.839,
            "quote": "put the new plan on your account",
            "verification": "verified"
          }
        ],
        "source": "finding",
        "reason": null,
        "reviewer_id": null
      },
      {
        "question": "secret_asked",
        "state": "answered",
        "answer": "yes",
        "confidence": 1,
        "points": 0,
        "flagged": false,
        "rationale": "A phrase of the form was heard.",
        "citations": [
          {
            "segment_id": 6,
            "speaker": "agent",
            "start": 41.239,
            "end": 44.359,
            "quote": "Give me your full card number and the security code",
            "verification": "verified"
          }
        ],
        "source": "phrases",
        "reason": null,
        "reviewer_id": null
      },
      {
        "question": "understanding",
        "state": "answered",
        "answer": "no",
        "confidence": 0.9,
        "points": 0,
        "flagged": true,
        "rationale": "empathetic_language was not found.",
        "citations": [
          {
            "segment_id": 2,
            "speaker": "agent",
            "start": 14.383,
            "end": 15.856,
            "quote": "that is not my problem",
            "verification": "verified"
          }
        ],
        "source": "finding",
        "reason": null,
        "reviewer_id": null
      },
      {
        "question": "silence",
        "state": "answered",
        "answer": "short",
        "confidence": 1,
        "points": 2,
        "flagged": false,
        "rationale": "silence_seconds is 15.008.",
        "citations": [],
        "source": "metric",
        "reason": null,
        "reviewer_id": null
      },
      {
        "question": "advice",
        "state": "answered",
        "answer": "wrong",
        "confidence": 1,
        "points": 0,
        "flagged": false,
        "rationale": "A second plan does not mend a broken line.",
        "citations": [],
        "source": "human",
        "reason": null,
        "reviewer_id": "mara"
      }
    ],
    "provenance": {
      "judge": null,
      "prompt_version": null,
      "input_tokens": null,
      "output_tokens": null,
      "cost": null,
      "revision_hash": "sha256:774d4dbd45cd5906447726551c69f5516bf09de4e38f01ebbd6a2356ee9e9b31",
      "transcript_hash": "sha256:2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae"
    }
  },
  "scorecardInForce": {
    "id": "3c1d5a7e-2b4f-4c6a-9e8d-1f0b2a3c4d5e",
    "object": "scorecard",
    "created": 1795165200,
    "livemode": true,
    "name": "Service line",
    "description": "How an agent of the service line opens, secures, handles and closes a call.",
    "applies_to": {
      "language": [
        "en"
      ]
    },
    "default": false,
    "revision": 1,
    "archived": false,
    "metadata": {
      "team": "service"
    }
  },
  "scorecardList": {
    "items": [
      {
        "id": "3c1d5a7e-2b4f-4c6a-9e8d-1f0b2a3c4d5e",
        "object": "scorecard",
        "created": 1795165200,
        "livemode": true,
        "name": "Service line",
        "description": "How an agent of the service line opens, secures, handles and closes a call.",
        "applies_to": {
          "language": [
            "en"
          ]
        },
        "default": false,
        "revision": 1,
        "archived": false,
        "metadata": {
          "team": "service"
        }
      }
    ],
    "total": 1,
    "skip": 0,
    "limit": 20
  },
  "revisionList": {
    "items": [
      {
        "object": "scorecard_revision",
        "scorecard_id": "3c1d5a7e-2b4f-4c6a-9e8d-1f0b2a3c4d5e",
        "revision": 1,
        "status": "published",
        "created": 1795165200,
        "content_hash": "sha256:774d4dbd45cd5906447726551c69f5516bf09de4e38f01ebbd6a2356ee9e9b31",
        "language": "en",
        "pass_mark": 75,
        "min_coverage": 0.5,
        "sections": [
          {
            "key": "opening",
            "title": "Opening",
            "weight": 20,
            "questions": [
              {
                "key": "recording_notice",
                "text": "Did the agent say that the call is recorded?",
                "guidance": "Yes: any wording that the call is recorded or monitored. No: not said in the first minute.",
                "speaker": "agent",
                "weight": 10,
                "within": {
                  "from": "start",
                  "seconds": 60
                },
                "answers": [
                  {
                    "key": "yes",
                    "label": "Yes",
                    "points": 1,
                    "needs_quote": true,
                    "auto_fail": false
                  },
                  {
                    "key": "no",
                    "label": "No",
                    "points": 0,
                    "needs_quote": false,
                    "auto_fail": false
                  }
                ],
                "na": false,
                "applies_if": null,
                "judge": {
                  "kind": "phrases",
                  "any": [
                    "call|calls|line|conversation ~3 recorded|monitored",
                    "we record|monitor ~1 calls|conversations"
                  ],
                  "none": [
                    "not ~1 recorded|monitored"
                  ],
                  "answer": "yes",
                  "otherwise": "no"
                },
                "automation": "score"
              }
            ]
          },
          {
            "key": "security",
            "title": "Security",
            "weight": 30,
            "questions": [
              {
                "key": "account_opened",
                "text": "Did the agent speak about the customer's account, bill or payments?",
                "guidance": "A tag: it counts in no score and decides whether the next question applies.",
                "speaker": "agent",
                "weight": 0,
                "within": null,
                "answers": [
                  {
                    "key": "yes",
                    "label": "Yes",
                    "points": 0,
                    "needs_quote": true,
                    "auto_fail": false
                  },
                  {
                    "key": "no",
                    "label": "No",
                    "points": 0,
                    "needs_quote": false,
                    "auto_fail": false
                  }
                ],
                "na": false,
                "applies_if": null,
                "judge": {
                  "kind": "phrases",
                  "any": [
                    "your ~1 account|bill|payment|payments|contract"
                  ],
                  "none": [],
                  "answer": "yes",
                  "otherwise": "no"
                },
                "automation": "score"
              },
              {
                "key": "identity",
                "text": "Did the agent verify who is calling?",
                "guidance": "Yes: two identifiers, or one secret. A name alone verifies no one.",
                "speaker": "agent",
                "weight": 10,
                "within": null,
                "answers": [
                  {
                    "key": "yes",
                    "label": "Yes",
                    "points": 1,
                    "needs_quote": true,
                    "auto_fail": false
                  },
                  {
                    "key": "no",
                    "label": "No",
                    "points": 0,
                    "needs_quote": false,
                    "auto_fail": false
                  }
                ],
                "na": false,
                "applies_if": {
                  "question": "account_opened",
                  "in": [
                    "yes"
                  ]
                },
                "judge": {
                  "kind": "finding",
                  "finding": "identity_verification",
                  "answer": "yes",
                  "otherwise": "no"
                },
                "automation": "score"
              },
              {
                "key": "secret_asked",
                "text": "Did the agent ask for a card's security code, a PIN or a password?",
                "guidance": "Ends the call as failed: no agent may ask for these.",
                "speaker": "agent",
                "weight": 10,
                "within": null,
                "answers": [
                  {
                    "key": "yes",
                    "label": "Yes",
                    "points": 0,
                    "needs_quote": true,
                    "auto_fail": true
                  },
                  {
                    "key": "no",
                    "label": "No",
                    "points": 1,
                    "needs_quote": false,
                    "auto_fail": false
                  }
                ],
                "na": false,
                "applies_if": null,
                "judge": {
                  "kind": "phrases",
                  "any": [
                    "give|tell|read|need|confirm ~8 (security code|verification code|cvv|cvc|pin|password)",
                    "what is your ~1 (security code|verification code|cvv|cvc|pin|password)"
                  ],
                  "none": [
                    "never|not ~3 give|tell|read|need|share"
                  ],
                  "answer": "yes",
                  "otherwise": "no"
                },
                "automation": "score"
              }
            ]
          },
          {
            "key": "handling",
            "title": "Handling",
            "weight": 35,
            "questions": [
              {
                "key": "understanding",
                "text": "Did the agent show understanding?",
                "guidance": null,
                "speaker": "agent",
                "weight": 10,
                "within": null,
                "answers": [
                  {
                    "key": "yes",
                    "label": "Yes",
                    "points": 1,
                    "needs_quote": true,
                    "auto_fail": false
                  },
                  {
                    "key": "no",
                    "label": "No",
                    "points": 0,
                    "needs_quote": true,
                    "auto_fail": false
                  }
                ],
                "na": false,
                "applies_if": null,
                "judge": {
                  "kind": "finding",
                  "finding": "empathetic_language",
                  "answer": "yes",
                  "otherwise": "no"
                },
                "automation": "score"
              },
              {
                "key": "silence",
                "text": "How long was nothing said?",
                "guidance": null,
                "speaker": null,
                "weight": 5,
                "within": null,
                "answers": [
                  {
                    "key": "short",
                    "label": "Under half a minute",
                    "points": 2,
                    "needs_quote": false,
                    "auto_fail": false
                  },
                  {
                    "key": "acceptable",
                    "label": "Under a minute",
                    "points": 1,
                    "needs_quote": false,
                    "auto_fail": false
                  },
                  {
                    "key": "long",
                    "label": "A minute or more",
                    "points": 0,
                    "needs_quote": false,
                    "auto_fail": false
                  }
                ],
                "na": false,
                "applies_if": null,
                "judge": {
                  "kind": "metric",
                  "metric": "silence_seconds",
                  "bands": [
                    {
                      "below": 30,
                      "answer": "short"
                    },
                    {
                      "below": 60,
                      "answer": "acceptable"
                    },
                    {
                      "below": null,
                      "answer": "long"
                    }
                  ]
                },
                "automation": "score"
              },
              {
                "key": "advice",
                "text": "Was what the agent said about the customer's matter correct?",
                "guidance": "A person who knows the matter answers this one.",
                "speaker": "agent",
                "weight": 10,
                "within": null,
                "answers": [
                  {
                    "key": "right",
                    "label": "Right",
                    "points": 2,
                    "needs_quote": false,
                    "auto_fail": false
                  },
                  {
                    "key": "partly",
                    "label": "Partly right",
                    "points": 1,
                    "needs_quote": false,
                    "auto_fail": false
                  },
                  {
                    "key": "wrong",
                    "label": "Wrong",
                    "points": 0,
                    "needs_quote": false,
                    "auto_fail": false
                  }
                ],
                "na": true,
                "applies_if": null,
                "judge": {
                  "kind": "human"
                },
                "automation": "score"
              }
            ]
          }
        ]
      }
    ],
    "total": 1,
    "skip": 0,
    "limit": 20
  }
};
