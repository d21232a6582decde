// Written by `npm run clients:generate`. How each operation is called, by its operationId.
import type { CodeSample } from './openapi-types.js';

export const CODE_SAMPLES: Readonly<Record<string, readonly CodeSample[]>> = {
  "registerAccount": [
    {
      "lang": "TypeScript",
      "label": "TypeScript",
      "source": "import { CallAnalysis } from '@call-analysis/client';\n\nconst client = new CallAnalysis();\n\nconst user = await client.auth.register({\n  email: 'ada@example.com',\n  password: 'correct horse battery staple',\n});\nconsole.log(user);"
    },
    {
      "lang": "Python",
      "label": "Python",
      "source": "from call_analysis import CallAnalysis\n\nclient = CallAnalysis()\n\nuser = client.auth.register(\n    email=\"ada@example.com\",\n    password=\"correct horse battery staple\",\n)\nprint(user)"
    },
    {
      "lang": "Go",
      "label": "Go",
      "source": "import (\n\t\"context\"\n\t\"fmt\"\n\t\"log\"\n\n\t\"example.com/callanalysis\"\n)\n\nctx := context.Background()\nclient, err := callanalysis.New(callanalysis.Options{})\nif err != nil {\n\tlog.Fatal(err)\n}\n\nuser, err := client.Auth.Register(ctx, &callanalysis.AuthRegisterParams{\n\tEmail:    \"ada@example.com\",\n\tPassword: \"correct horse battery staple\",\n})\nif err != nil {\n\tlog.Fatal(err)\n}\nfmt.Println(user.ID)"
    },
    {
      "lang": "Java",
      "label": "Java",
      "source": "import callanalysis.*;\n\nCallAnalysis client = CallAnalysis.create();\n\nUser user = client.auth().register(\n    RegisterAccountParams.builder()\n        .email(\"ada@example.com\")\n        .password(\"correct horse battery staple\")\n        .build());\nSystem.out.println(user.id());"
    },
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/auth/register\" \\\n  -H \"Content-Type: application/json\" \\\n  -d '{\"email\": \"ada@example.com\", \"password\": \"correct horse battery staple\"}'"
    }
  ],
  "verifyEmail": [
    {
      "lang": "TypeScript",
      "label": "TypeScript",
      "source": "import { CallAnalysis } from '@call-analysis/client';\n\nconst client = new CallAnalysis();\n\nconst user = await client.auth.verifyEmail({\n  token: 'pX3fJ0n5mWcT8yQe1vZr6uKd9sLb2hGa4iOt7xNwEkY',\n});\nconsole.log(user);"
    },
    {
      "lang": "Python",
      "label": "Python",
      "source": "from call_analysis import CallAnalysis\n\nclient = CallAnalysis()\n\nuser = client.auth.verify_email(\n    token=\"pX3fJ0n5mWcT8yQe1vZr6uKd9sLb2hGa4iOt7xNwEkY\",\n)\nprint(user)"
    },
    {
      "lang": "Go",
      "label": "Go",
      "source": "import (\n\t\"context\"\n\t\"fmt\"\n\t\"log\"\n\n\t\"example.com/callanalysis\"\n)\n\nctx := context.Background()\nclient, err := callanalysis.New(callanalysis.Options{})\nif err != nil {\n\tlog.Fatal(err)\n}\n\nuser, err := client.Auth.VerifyEmail(ctx, &callanalysis.AuthVerifyEmailParams{\n\tToken: \"pX3fJ0n5mWcT8yQe1vZr6uKd9sLb2hGa4iOt7xNwEkY\",\n})\nif err != nil {\n\tlog.Fatal(err)\n}\nfmt.Println(user.ID)"
    },
    {
      "lang": "Java",
      "label": "Java",
      "source": "import callanalysis.*;\n\nCallAnalysis client = CallAnalysis.create();\n\nUser user = client.auth().verifyEmail(\n    VerifyEmailParams.builder()\n        .token(\"pX3fJ0n5mWcT8yQe1vZr6uKd9sLb2hGa4iOt7xNwEkY\")\n        .build());\nSystem.out.println(user.id());"
    },
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/auth/verify-email\" \\\n  -H \"Content-Type: application/json\" \\\n  -d '{\"token\": \"pX3fJ0n5mWcT8yQe1vZr6uKd9sLb2hGa4iOt7xNwEkY\"}'"
    }
  ],
  "resendVerification": [
    {
      "lang": "TypeScript",
      "label": "TypeScript",
      "source": "import { CallAnalysis } from '@call-analysis/client';\n\nconst client = new CallAnalysis();\n\nconst message = await client.auth.resendVerification({\n  email: 'ada@example.com',\n});\nconsole.log(message);"
    },
    {
      "lang": "Python",
      "label": "Python",
      "source": "from call_analysis import CallAnalysis\n\nclient = CallAnalysis()\n\nmessage = client.auth.resend_verification(email=\"ada@example.com\")\nprint(message)"
    },
    {
      "lang": "Go",
      "label": "Go",
      "source": "import (\n\t\"context\"\n\t\"fmt\"\n\t\"log\"\n\n\t\"example.com/callanalysis\"\n)\n\nctx := context.Background()\nclient, err := callanalysis.New(callanalysis.Options{})\nif err != nil {\n\tlog.Fatal(err)\n}\n\nmessage, err := client.Auth.ResendVerification(ctx, &callanalysis.AuthResendVerificationParams{\n\tEmail: \"ada@example.com\",\n})\nif err != nil {\n\tlog.Fatal(err)\n}\nfmt.Println(message.Message)"
    },
    {
      "lang": "Java",
      "label": "Java",
      "source": "import callanalysis.*;\n\nCallAnalysis client = CallAnalysis.create();\n\nMessage message = client.auth().resendVerification(\n    ResendVerificationParams.builder()\n        .email(\"ada@example.com\")\n        .build());\nSystem.out.println(message.message());"
    },
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/auth/verify-email/resend\" \\\n  -H \"Content-Type: application/json\" \\\n  -d '{\"email\": \"ada@example.com\"}'"
    }
  ],
  "logIn": [
    {
      "lang": "TypeScript",
      "label": "TypeScript",
      "source": "import { CallAnalysis } from '@call-analysis/client';\n\nconst client = new CallAnalysis();\n\nconst tokenPair = await client.auth.logIn({\n  email: 'ada@example.com',\n  password: 'correct horse battery staple',\n});\nconsole.log(tokenPair);"
    },
    {
      "lang": "Python",
      "label": "Python",
      "source": "from call_analysis import CallAnalysis\n\nclient = CallAnalysis()\n\ntoken_pair = client.auth.log_in(\n    email=\"ada@example.com\",\n    password=\"correct horse battery staple\",\n)\nprint(token_pair)"
    },
    {
      "lang": "Go",
      "label": "Go",
      "source": "import (\n\t\"context\"\n\t\"fmt\"\n\t\"log\"\n\n\t\"example.com/callanalysis\"\n)\n\nctx := context.Background()\nclient, err := callanalysis.New(callanalysis.Options{})\nif err != nil {\n\tlog.Fatal(err)\n}\n\ntokenPair, err := client.Auth.LogIn(ctx, &callanalysis.AuthLogInParams{\n\tEmail:    \"ada@example.com\",\n\tPassword: \"correct horse battery staple\",\n})\nif err != nil {\n\tlog.Fatal(err)\n}\nfmt.Println(tokenPair.AccessToken)"
    },
    {
      "lang": "Java",
      "label": "Java",
      "source": "import callanalysis.*;\n\nCallAnalysis client = CallAnalysis.create();\n\nTokenPair tokenPair = client.auth().logIn(\n    LogInParams.builder()\n        .email(\"ada@example.com\")\n        .password(\"correct horse battery staple\")\n        .build());\nSystem.out.println(tokenPair.expiresIn());"
    },
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/auth/login\" \\\n  -H \"Content-Type: application/json\" \\\n  -d '{\"email\": \"ada@example.com\", \"password\": \"correct horse battery staple\"}'"
    }
  ],
  "createToken": [
    {
      "lang": "TypeScript",
      "label": "TypeScript",
      "source": "import { CallAnalysis } from '@call-analysis/client';\n\nconst client = new CallAnalysis();\n\nconst tokenPair = await client.auth.logIn({\n  email: 'ada@example.com',\n  password: 'correct horse battery staple',\n});\nconsole.log(tokenPair);"
    },
    {
      "lang": "Python",
      "label": "Python",
      "source": "from call_analysis import CallAnalysis\n\nclient = CallAnalysis()\n\ntoken_pair = client.auth.log_in(\n    email=\"ada@example.com\",\n    password=\"correct horse battery staple\",\n)\nprint(token_pair)"
    },
    {
      "lang": "Go",
      "label": "Go",
      "source": "import (\n\t\"context\"\n\t\"fmt\"\n\t\"log\"\n\n\t\"example.com/callanalysis\"\n)\n\nctx := context.Background()\nclient, err := callanalysis.New(callanalysis.Options{})\nif err != nil {\n\tlog.Fatal(err)\n}\n\ntokenPair, err := client.Auth.LogIn(ctx, &callanalysis.AuthLogInParams{\n\tEmail:    \"ada@example.com\",\n\tPassword: \"correct horse battery staple\",\n})\nif err != nil {\n\tlog.Fatal(err)\n}\nfmt.Println(tokenPair.AccessToken)"
    },
    {
      "lang": "Java",
      "label": "Java",
      "source": "import callanalysis.*;\n\nCallAnalysis client = CallAnalysis.create();\n\nTokenPair tokenPair = client.auth().logIn(\n    LogInParams.builder()\n        .email(\"ada@example.com\")\n        .password(\"correct horse battery staple\")\n        .build());\nSystem.out.println(tokenPair.expiresIn());"
    },
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/auth/token\" \\\n  --data-urlencode grant_type=password \\\n  --data-urlencode username=ada@example.com \\\n  --data-urlencode 'password=correct horse battery staple'"
    }
  ],
  "refreshAccessToken": [
    {
      "lang": "TypeScript",
      "label": "TypeScript",
      "source": "import { CallAnalysis } from '@call-analysis/client';\n\nconst client = new CallAnalysis();\n\nconst accessToken = await client.auth.refresh({\n  refresh_token: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJ0eXBlIjoicmVmcmVzaCJ9.c2lnbmF0dXJl',\n});\nconsole.log(accessToken);"
    },
    {
      "lang": "Python",
      "label": "Python",
      "source": "from call_analysis import CallAnalysis\n\nclient = CallAnalysis()\n\naccess_token = client.auth.refresh(\n    refresh_token=\"eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJ0eXBlIjoicmVmcmVzaCJ9.c2lnbmF0dXJl\",\n)\nprint(access_token)"
    },
    {
      "lang": "Go",
      "label": "Go",
      "source": "import (\n\t\"context\"\n\t\"fmt\"\n\t\"log\"\n\n\t\"example.com/callanalysis\"\n)\n\nctx := context.Background()\nclient, err := callanalysis.New(callanalysis.Options{})\nif err != nil {\n\tlog.Fatal(err)\n}\n\naccessToken, err := client.Auth.Refresh(ctx, &callanalysis.AuthRefreshParams{\n\tRefreshToken: \"eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJ0eXBlIjoicmVmcmVzaCJ9.c2lnbmF0dXJl\",\n})\nif err != nil {\n\tlog.Fatal(err)\n}\nfmt.Println(accessToken.AccessToken)"
    },
    {
      "lang": "Java",
      "label": "Java",
      "source": "import callanalysis.*;\n\nCallAnalysis client = CallAnalysis.create();\n\nAccessToken accessToken = client.auth().refresh(\n    RefreshAccessTokenParams.builder()\n        .refreshToken(\"eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJ0eXBlIjoicmVmcmVzaCJ9.c2lnbmF0dXJl\")\n        .build());\nSystem.out.println(accessToken.expiresIn());"
    },
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/auth/refresh\" \\\n  -H \"Content-Type: application/json\" \\\n  -d '{\n    \"refresh_token\": \"eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJ0eXBlIjoicmVmcmVzaCJ9.c2lnbmF0dXJl\"\n  }'"
    }
  ],
  "requestPasswordReset": [
    {
      "lang": "TypeScript",
      "label": "TypeScript",
      "source": "import { CallAnalysis } from '@call-analysis/client';\n\nconst client = new CallAnalysis();\n\nconst message = await client.auth.requestPasswordReset({\n  email: 'ada@example.com',\n});\nconsole.log(message);"
    },
    {
      "lang": "Python",
      "label": "Python",
      "source": "from call_analysis import CallAnalysis\n\nclient = CallAnalysis()\n\nmessage = client.auth.request_password_reset(email=\"ada@example.com\")\nprint(message)"
    },
    {
      "lang": "Go",
      "label": "Go",
      "source": "import (\n\t\"context\"\n\t\"fmt\"\n\t\"log\"\n\n\t\"example.com/callanalysis\"\n)\n\nctx := context.Background()\nclient, err := callanalysis.New(callanalysis.Options{})\nif err != nil {\n\tlog.Fatal(err)\n}\n\nmessage, err := client.Auth.RequestPasswordReset(ctx, &callanalysis.AuthRequestPasswordResetParams{\n\tEmail: \"ada@example.com\",\n})\nif err != nil {\n\tlog.Fatal(err)\n}\nfmt.Println(message.Message)"
    },
    {
      "lang": "Java",
      "label": "Java",
      "source": "import callanalysis.*;\n\nCallAnalysis client = CallAnalysis.create();\n\nMessage message = client.auth().requestPasswordReset(\n    RequestPasswordResetParams.builder()\n        .email(\"ada@example.com\")\n        .build());\nSystem.out.println(message.message());"
    },
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/auth/password-reset\" \\\n  -H \"Content-Type: application/json\" \\\n  -d '{\"email\": \"ada@example.com\"}'"
    }
  ],
  "confirmPasswordReset": [
    {
      "lang": "TypeScript",
      "label": "TypeScript",
      "source": "import { CallAnalysis } from '@call-analysis/client';\n\nconst client = new CallAnalysis();\n\nconst message = await client.auth.confirmPasswordReset({\n  token: 'pX3fJ0n5mWcT8yQe1vZr6uKd9sLb2hGa4iOt7xNwEkY',\n  new_password: 'correct horse battery staple',\n});\nconsole.log(message);"
    },
    {
      "lang": "Python",
      "label": "Python",
      "source": "from call_analysis import CallAnalysis\n\nclient = CallAnalysis()\n\nmessage = client.auth.confirm_password_reset(\n    token=\"pX3fJ0n5mWcT8yQe1vZr6uKd9sLb2hGa4iOt7xNwEkY\",\n    new_password=\"correct horse battery staple\",\n)\nprint(message)"
    },
    {
      "lang": "Go",
      "label": "Go",
      "source": "import (\n\t\"context\"\n\t\"fmt\"\n\t\"log\"\n\n\t\"example.com/callanalysis\"\n)\n\nctx := context.Background()\nclient, err := callanalysis.New(callanalysis.Options{})\nif err != nil {\n\tlog.Fatal(err)\n}\n\nmessage, err := client.Auth.ConfirmPasswordReset(ctx, &callanalysis.AuthConfirmPasswordResetParams{\n\tToken:       \"pX3fJ0n5mWcT8yQe1vZr6uKd9sLb2hGa4iOt7xNwEkY\",\n\tNewPassword: \"correct horse battery staple\",\n})\nif err != nil {\n\tlog.Fatal(err)\n}\nfmt.Println(message.Message)"
    },
    {
      "lang": "Java",
      "label": "Java",
      "source": "import callanalysis.*;\n\nCallAnalysis client = CallAnalysis.create();\n\nMessage message = client.auth().confirmPasswordReset(\n    ConfirmPasswordResetParams.builder()\n        .token(\"pX3fJ0n5mWcT8yQe1vZr6uKd9sLb2hGa4iOt7xNwEkY\")\n        .newPassword(\"correct horse battery staple\")\n        .build());\nSystem.out.println(message.message());"
    },
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/auth/password-reset/confirm\" \\\n  -H \"Content-Type: application/json\" \\\n  -d '{\n    \"token\": \"pX3fJ0n5mWcT8yQe1vZr6uKd9sLb2hGa4iOt7xNwEkY\",\n    \"new_password\": \"correct horse battery staple\"\n  }'"
    }
  ],
  "getCurrentUser": [
    {
      "lang": "TypeScript",
      "label": "TypeScript",
      "source": "import { CallAnalysis } from '@call-analysis/client';\n\nconst client = new CallAnalysis();\n\nconst user = await client.users.me();\nconsole.log(user);"
    },
    {
      "lang": "Python",
      "label": "Python",
      "source": "from call_analysis import CallAnalysis\n\nclient = CallAnalysis()\n\nuser = client.users.me()\nprint(user)"
    },
    {
      "lang": "Go",
      "label": "Go",
      "source": "import (\n\t\"context\"\n\t\"fmt\"\n\t\"log\"\n\n\t\"example.com/callanalysis\"\n)\n\nctx := context.Background()\nclient, err := callanalysis.New(callanalysis.Options{})\nif err != nil {\n\tlog.Fatal(err)\n}\n\nuser, err := client.Users.Me(ctx)\nif err != nil {\n\tlog.Fatal(err)\n}\nfmt.Println(user.ID)"
    },
    {
      "lang": "Java",
      "label": "Java",
      "source": "import callanalysis.*;\n\nCallAnalysis client = CallAnalysis.create();\n\nUser user = client.users().me();\nSystem.out.println(user.id());"
    },
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/users/me\" \\\n  -H \"Authorization: Bearer $CALL_ANALYSIS_API_KEY\""
    }
  ],
  "updateCurrentUser": [
    {
      "lang": "TypeScript",
      "label": "TypeScript",
      "source": "import { CallAnalysis } from '@call-analysis/client';\n\nconst client = new CallAnalysis({ apiKey: process.env.ACCESS_TOKEN });\n\nconst user = await client.users.update({\n  phone_number: '+4930901820',\n  metadata: { campaign: 'spring', priority: 2 },\n});\nconsole.log(user);"
    },
    {
      "lang": "Python",
      "label": "Python",
      "source": "import os\n\nfrom call_analysis import CallAnalysis\n\nclient = CallAnalysis(os.environ[\"ACCESS_TOKEN\"])\n\nuser = client.users.update(\n    phone_number=\"+4930901820\",\n    metadata={\"campaign\": \"spring\", \"priority\": 2},\n)\nprint(user)"
    },
    {
      "lang": "Go",
      "label": "Go",
      "source": "import (\n\t\"context\"\n\t\"fmt\"\n\t\"log\"\n\t\"os\"\n\n\t\"example.com/callanalysis\"\n)\n\nctx := context.Background()\nclient, err := callanalysis.New(callanalysis.Options{APIKey: os.Getenv(\"ACCESS_TOKEN\")})\nif err != nil {\n\tlog.Fatal(err)\n}\n\nuser, err := client.Users.Update(ctx, &callanalysis.UsersUpdateParams{\n\tPhoneNumber: callanalysis.String(\"+4930901820\"),\n\tMetadata:    map[string]any{\"campaign\": \"spring\", \"priority\": 2},\n})\nif err != nil {\n\tlog.Fatal(err)\n}\nfmt.Println(user.ID)"
    },
    {
      "lang": "Java",
      "label": "Java",
      "source": "import callanalysis.*;\n\nCallAnalysis client = CallAnalysis.builder().apiKey(System.getenv(\"ACCESS_TOKEN\")).build();\n\nUser user = client.users().update(\n    UpdateCurrentUserParams.builder()\n        .phoneNumber(\"+4930901820\")\n        .metadata(java.util.Map.of(\"campaign\", \"spring\", \"priority\", 2))\n        .build());\nSystem.out.println(user.id());"
    },
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl -X PUT \"$CALL_ANALYSIS_URL/api/v1/users/me\" \\\n  -H \"Authorization: Bearer $ACCESS_TOKEN\" \\\n  -H \"Content-Type: application/json\" \\\n  -d '{\n    \"phone_number\": \"+4930901820\",\n    \"metadata\": {\"campaign\": \"spring\", \"priority\": 2}\n  }'"
    }
  ],
  "deleteCurrentUser": [
    {
      "lang": "TypeScript",
      "label": "TypeScript",
      "source": "import { CallAnalysis } from '@call-analysis/client';\n\nconst client = new CallAnalysis({ apiKey: process.env.ACCESS_TOKEN });\n\nconst deletedUser = await client.users.delete({\n  current_password: 'correct horse battery staple',\n});\nconsole.log(deletedUser);"
    },
    {
      "lang": "Python",
      "label": "Python",
      "source": "import os\n\nfrom call_analysis import CallAnalysis\n\nclient = CallAnalysis(os.environ[\"ACCESS_TOKEN\"])\n\ndeleted_user = client.users.delete(\n    current_password=\"correct horse battery staple\",\n)\nprint(deleted_user)"
    },
    {
      "lang": "Go",
      "label": "Go",
      "source": "import (\n\t\"context\"\n\t\"fmt\"\n\t\"log\"\n\t\"os\"\n\n\t\"example.com/callanalysis\"\n)\n\nctx := context.Background()\nclient, err := callanalysis.New(callanalysis.Options{APIKey: os.Getenv(\"ACCESS_TOKEN\")})\nif err != nil {\n\tlog.Fatal(err)\n}\n\ndeletedUser, err := client.Users.Delete(ctx, &callanalysis.UsersDeleteParams{\n\tCurrentPassword: \"correct horse battery staple\",\n})\nif err != nil {\n\tlog.Fatal(err)\n}\nfmt.Println(deletedUser.ID)"
    },
    {
      "lang": "Java",
      "label": "Java",
      "source": "import callanalysis.*;\n\nCallAnalysis client = CallAnalysis.builder().apiKey(System.getenv(\"ACCESS_TOKEN\")).build();\n\nDeletedUser deletedUser = client.users().delete(\n    DeleteCurrentUserParams.builder()\n        .currentPassword(\"correct horse battery staple\")\n        .build());\nSystem.out.println(deletedUser.id());"
    },
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl -X DELETE \"$CALL_ANALYSIS_URL/api/v1/users/me\" \\\n  -H \"Authorization: Bearer $ACCESS_TOKEN\" \\\n  -H \"Content-Type: application/json\" \\\n  -d '{\"current_password\": \"correct horse battery staple\"}'"
    }
  ],
  "createApiKey": [
    {
      "lang": "TypeScript",
      "label": "TypeScript",
      "source": "import { CallAnalysis } from '@call-analysis/client';\n\nconst client = new CallAnalysis({ apiKey: process.env.ACCESS_TOKEN });\n\nconst createdApiKey = await client.apiKeys.create({\n  name: 'Nightly import',\n  mode: 'live',\n  scopes: ['analysis:read'],\n});\nconsole.log(createdApiKey);"
    },
    {
      "lang": "Python",
      "label": "Python",
      "source": "import os\n\nfrom call_analysis import CallAnalysis\n\nclient = CallAnalysis(os.environ[\"ACCESS_TOKEN\"])\n\ncreated_api_key = client.api_keys.create(\n    name=\"Nightly import\",\n    mode=\"live\",\n    scopes=[\"analysis:read\"],\n)\nprint(created_api_key)"
    },
    {
      "lang": "Go",
      "label": "Go",
      "source": "import (\n\t\"context\"\n\t\"fmt\"\n\t\"log\"\n\t\"os\"\n\n\t\"example.com/callanalysis\"\n)\n\nctx := context.Background()\nclient, err := callanalysis.New(callanalysis.Options{APIKey: os.Getenv(\"ACCESS_TOKEN\")})\nif err != nil {\n\tlog.Fatal(err)\n}\n\ncreatedApiKey, err := client.APIKeys.Create(ctx, &callanalysis.APIKeysCreateParams{\n\tName:   \"Nightly import\",\n\tMode:   callanalysis.APIKeyModeLive,\n\tScopes: []callanalysis.Scope{callanalysis.ScopeAnalysisRead},\n})\nif err != nil {\n\tlog.Fatal(err)\n}\nfmt.Println(createdApiKey.ID)"
    },
    {
      "lang": "Java",
      "label": "Java",
      "source": "import callanalysis.*;\n\nCallAnalysis client = CallAnalysis.builder().apiKey(System.getenv(\"ACCESS_TOKEN\")).build();\n\nCreatedApiKey createdApiKey = client.apiKeys().create(\n    CreateApiKeyParams.builder()\n        .name(\"Nightly import\")\n        .mode(ApiKeyMode.LIVE)\n        .scopes(java.util.List.of(Scope.ANALYSIS_READ))\n        .build());\nSystem.out.println(createdApiKey.id());"
    },
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/api-keys\" \\\n  -H \"Authorization: Bearer $ACCESS_TOKEN\" \\\n  -H \"Content-Type: application/json\" \\\n  -d '{\"name\": \"Nightly import\", \"mode\": \"live\", \"scopes\": [\"analysis:read\"]}'"
    }
  ],
  "listApiKeys": [
    {
      "lang": "TypeScript",
      "label": "TypeScript",
      "source": "import { CallAnalysis } from '@call-analysis/client';\n\nconst client = new CallAnalysis({ apiKey: process.env.ACCESS_TOKEN });\n\nfor await (const apiKey of client.apiKeys.list()) {\n  console.log(apiKey);\n}"
    },
    {
      "lang": "Python",
      "label": "Python",
      "source": "import os\n\nfrom call_analysis import CallAnalysis\n\nclient = CallAnalysis(os.environ[\"ACCESS_TOKEN\"])\n\nfor api_key in client.api_keys.list():\n    print(api_key)"
    },
    {
      "lang": "Go",
      "label": "Go",
      "source": "import (\n\t\"context\"\n\t\"fmt\"\n\t\"log\"\n\t\"os\"\n\n\t\"example.com/callanalysis\"\n)\n\nctx := context.Background()\nclient, err := callanalysis.New(callanalysis.Options{APIKey: os.Getenv(\"ACCESS_TOKEN\")})\nif err != nil {\n\tlog.Fatal(err)\n}\n\nlist := client.APIKeys.List(ctx, nil)\nfor list.Next() {\n\tfmt.Println(list.Current().ID)\n}\nif err := list.Err(); err != nil {\n\tlog.Fatal(err)\n}"
    },
    {
      "lang": "Java",
      "label": "Java",
      "source": "import callanalysis.*;\n\nCallAnalysis client = CallAnalysis.builder().apiKey(System.getenv(\"ACCESS_TOKEN\")).build();\n\nfor (ApiKey apiKey : client.apiKeys().list()) System.out.println(apiKey.id());"
    },
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/api-keys\" \\\n  -H \"Authorization: Bearer $ACCESS_TOKEN\""
    }
  ],
  "revokeApiKey": [
    {
      "lang": "TypeScript",
      "label": "TypeScript",
      "source": "import { CallAnalysis } from '@call-analysis/client';\n\nconst client = new CallAnalysis({ apiKey: process.env.ACCESS_TOKEN });\n\nconst deletedApiKey = await client.apiKeys.revoke('9a4d6e0b-5c1f-4d8a-8b35-1f0a2c7e9d42');\nconsole.log(deletedApiKey);"
    },
    {
      "lang": "Python",
      "label": "Python",
      "source": "import os\n\nfrom call_analysis import CallAnalysis\n\nclient = CallAnalysis(os.environ[\"ACCESS_TOKEN\"])\n\ndeleted_api_key = client.api_keys.revoke(\"9a4d6e0b-5c1f-4d8a-8b35-1f0a2c7e9d42\")\nprint(deleted_api_key)"
    },
    {
      "lang": "Go",
      "label": "Go",
      "source": "import (\n\t\"context\"\n\t\"fmt\"\n\t\"log\"\n\t\"os\"\n\n\t\"example.com/callanalysis\"\n)\n\nctx := context.Background()\nclient, err := callanalysis.New(callanalysis.Options{APIKey: os.Getenv(\"ACCESS_TOKEN\")})\nif err != nil {\n\tlog.Fatal(err)\n}\n\ndeletedApiKey, err := client.APIKeys.Revoke(ctx, \"9a4d6e0b-5c1f-4d8a-8b35-1f0a2c7e9d42\")\nif err != nil {\n\tlog.Fatal(err)\n}\nfmt.Println(deletedApiKey.ID)"
    },
    {
      "lang": "Java",
      "label": "Java",
      "source": "import callanalysis.*;\n\nCallAnalysis client = CallAnalysis.builder().apiKey(System.getenv(\"ACCESS_TOKEN\")).build();\n\nDeletedApiKey deletedApiKey = client.apiKeys().revoke(\"9a4d6e0b-5c1f-4d8a-8b35-1f0a2c7e9d42\");\nSystem.out.println(deletedApiKey.id());"
    },
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl -X DELETE \"$CALL_ANALYSIS_URL/api/v1/api-keys/9a4d6e0b-5c1f-4d8a-8b35-1f0a2c7e9d42\" \\\n  -H \"Authorization: Bearer $ACCESS_TOKEN\""
    }
  ],
  "listPlans": [
    {
      "lang": "TypeScript",
      "label": "TypeScript",
      "source": "import { CallAnalysis } from '@call-analysis/client';\n\nconst client = new CallAnalysis();\n\nconst planList = await client.billing.plans();\nconsole.log(planList);"
    },
    {
      "lang": "Python",
      "label": "Python",
      "source": "from call_analysis import CallAnalysis\n\nclient = CallAnalysis()\n\nplan_list = client.billing.plans()\nprint(plan_list)"
    },
    {
      "lang": "Go",
      "label": "Go",
      "source": "import (\n\t\"context\"\n\t\"fmt\"\n\t\"log\"\n\n\t\"example.com/callanalysis\"\n)\n\nctx := context.Background()\nclient, err := callanalysis.New(callanalysis.Options{})\nif err != nil {\n\tlog.Fatal(err)\n}\n\nplanList, err := client.Billing.Plans(ctx)\nif err != nil {\n\tlog.Fatal(err)\n}\nfmt.Println(planList.Items)"
    },
    {
      "lang": "Java",
      "label": "Java",
      "source": "import callanalysis.*;\n\nCallAnalysis client = CallAnalysis.create();\n\nPlanList planList = client.billing().plans();\nSystem.out.println(planList.total());"
    },
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/billing/plans\""
    }
  ],
  "getSubscription": [
    {
      "lang": "TypeScript",
      "label": "TypeScript",
      "source": "import { CallAnalysis } from '@call-analysis/client';\n\nconst client = new CallAnalysis();\n\nconst subscription = await client.billing.subscription();\nconsole.log(subscription);"
    },
    {
      "lang": "Python",
      "label": "Python",
      "source": "from call_analysis import CallAnalysis\n\nclient = CallAnalysis()\n\nsubscription = client.billing.subscription()\nprint(subscription)"
    },
    {
      "lang": "Go",
      "label": "Go",
      "source": "import (\n\t\"context\"\n\t\"fmt\"\n\t\"log\"\n\n\t\"example.com/callanalysis\"\n)\n\nctx := context.Background()\nclient, err := callanalysis.New(callanalysis.Options{})\nif err != nil {\n\tlog.Fatal(err)\n}\n\nsubscription, err := client.Billing.Subscription(ctx)\nif err != nil {\n\tlog.Fatal(err)\n}\nfmt.Println(subscription.Status)"
    },
    {
      "lang": "Java",
      "label": "Java",
      "source": "import callanalysis.*;\n\nCallAnalysis client = CallAnalysis.create();\n\nSubscription subscription = client.billing().subscription();\nSystem.out.println(subscription.id());"
    },
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/billing/subscription\" \\\n  -H \"Authorization: Bearer $CALL_ANALYSIS_API_KEY\""
    }
  ],
  "createSubscription": [
    {
      "lang": "TypeScript",
      "label": "TypeScript",
      "source": "import { CallAnalysis } from '@call-analysis/client';\n\nconst client = new CallAnalysis({ apiKey: process.env.ACCESS_TOKEN });\n\nconst subscription = await client.billing.createSubscription({\n  plan: 'starter',\n});\nconsole.log(subscription);"
    },
    {
      "lang": "Python",
      "label": "Python",
      "source": "import os\n\nfrom call_analysis import CallAnalysis\n\nclient = CallAnalysis(os.environ[\"ACCESS_TOKEN\"])\n\nsubscription = client.billing.create_subscription(plan=\"starter\")\nprint(subscription)"
    },
    {
      "lang": "Go",
      "label": "Go",
      "source": "import (\n\t\"context\"\n\t\"fmt\"\n\t\"log\"\n\t\"os\"\n\n\t\"example.com/callanalysis\"\n)\n\nctx := context.Background()\nclient, err := callanalysis.New(callanalysis.Options{APIKey: os.Getenv(\"ACCESS_TOKEN\")})\nif err != nil {\n\tlog.Fatal(err)\n}\n\nsubscription, err := client.Billing.CreateSubscription(ctx, &callanalysis.BillingCreateSubscriptionParams{\n\tPlan: callanalysis.PaidPlanStarter,\n})\nif err != nil {\n\tlog.Fatal(err)\n}\nfmt.Println(subscription.Status)"
    },
    {
      "lang": "Java",
      "label": "Java",
      "source": "import callanalysis.*;\n\nCallAnalysis client = CallAnalysis.builder().apiKey(System.getenv(\"ACCESS_TOKEN\")).build();\n\nSubscription subscription = client.billing().createSubscription(\n    CreateSubscriptionParams.builder()\n        .plan(PaidPlan.STARTER)\n        .build());\nSystem.out.println(subscription.id());"
    },
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/billing/subscription\" \\\n  -H \"Authorization: Bearer $ACCESS_TOKEN\" \\\n  -H \"Content-Type: application/json\" \\\n  -d '{\"plan\": \"starter\"}'"
    }
  ],
  "updateSubscription": [
    {
      "lang": "TypeScript",
      "label": "TypeScript",
      "source": "import { CallAnalysis } from '@call-analysis/client';\n\nconst client = new CallAnalysis({ apiKey: process.env.ACCESS_TOKEN });\n\nconst subscription = await client.billing.updateSubscription({\n  plan: 'growth',\n});\nconsole.log(subscription);"
    },
    {
      "lang": "Python",
      "label": "Python",
      "source": "import os\n\nfrom call_analysis import CallAnalysis\n\nclient = CallAnalysis(os.environ[\"ACCESS_TOKEN\"])\n\nsubscription = client.billing.update_subscription(plan=\"growth\")\nprint(subscription)"
    },
    {
      "lang": "Go",
      "label": "Go",
      "source": "import (\n\t\"context\"\n\t\"fmt\"\n\t\"log\"\n\t\"os\"\n\n\t\"example.com/callanalysis\"\n)\n\nctx := context.Background()\nclient, err := callanalysis.New(callanalysis.Options{APIKey: os.Getenv(\"ACCESS_TOKEN\")})\nif err != nil {\n\tlog.Fatal(err)\n}\n\nsubscription, err := client.Billing.UpdateSubscription(ctx, &callanalysis.BillingUpdateSubscriptionParams{\n\tPlan: callanalysis.PaidPlanGrowth,\n})\nif err != nil {\n\tlog.Fatal(err)\n}\nfmt.Println(subscription.Status)"
    },
    {
      "lang": "Java",
      "label": "Java",
      "source": "import callanalysis.*;\n\nCallAnalysis client = CallAnalysis.builder().apiKey(System.getenv(\"ACCESS_TOKEN\")).build();\n\nSubscription subscription = client.billing().updateSubscription(\n    UpdateSubscriptionParams.builder()\n        .plan(PaidPlan.GROWTH)\n        .build());\nSystem.out.println(subscription.id());"
    },
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/billing/subscription/update\" \\\n  -H \"Authorization: Bearer $ACCESS_TOKEN\" \\\n  -H \"Content-Type: application/json\" \\\n  -d '{\"plan\": \"growth\"}'"
    }
  ],
  "cancelSubscription": [
    {
      "lang": "TypeScript",
      "label": "TypeScript",
      "source": "import { CallAnalysis } from '@call-analysis/client';\n\nconst client = new CallAnalysis({ apiKey: process.env.ACCESS_TOKEN });\n\nconst subscription = await client.billing.cancelSubscription({\n  at_period_end: true,\n});\nconsole.log(subscription);"
    },
    {
      "lang": "Python",
      "label": "Python",
      "source": "import os\n\nfrom call_analysis import CallAnalysis\n\nclient = CallAnalysis(os.environ[\"ACCESS_TOKEN\"])\n\nsubscription = client.billing.cancel_subscription(at_period_end=True)\nprint(subscription)"
    },
    {
      "lang": "Go",
      "label": "Go",
      "source": "import (\n\t\"context\"\n\t\"fmt\"\n\t\"log\"\n\t\"os\"\n\n\t\"example.com/callanalysis\"\n)\n\nctx := context.Background()\nclient, err := callanalysis.New(callanalysis.Options{APIKey: os.Getenv(\"ACCESS_TOKEN\")})\nif err != nil {\n\tlog.Fatal(err)\n}\n\nsubscription, err := client.Billing.CancelSubscription(ctx, &callanalysis.BillingCancelSubscriptionParams{\n\tAtPeriodEnd: callanalysis.Bool(true),\n})\nif err != nil {\n\tlog.Fatal(err)\n}\nfmt.Println(subscription.Status)"
    },
    {
      "lang": "Java",
      "label": "Java",
      "source": "import callanalysis.*;\n\nCallAnalysis client = CallAnalysis.builder().apiKey(System.getenv(\"ACCESS_TOKEN\")).build();\n\nSubscription subscription = client.billing().cancelSubscription(\n    CancelSubscriptionParams.builder()\n        .atPeriodEnd(true)\n        .build());\nSystem.out.println(subscription.id());"
    },
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/billing/subscription/cancel\" \\\n  -H \"Authorization: Bearer $ACCESS_TOKEN\" \\\n  -H \"Content-Type: application/json\" \\\n  -d '{\"at_period_end\": true}'"
    }
  ],
  "getUsage": [
    {
      "lang": "TypeScript",
      "label": "TypeScript",
      "source": "import { CallAnalysis } from '@call-analysis/client';\n\nconst client = new CallAnalysis();\n\nconst usageSummary = await client.billing.usage();\nconsole.log(usageSummary);"
    },
    {
      "lang": "Python",
      "label": "Python",
      "source": "from call_analysis import CallAnalysis\n\nclient = CallAnalysis()\n\nusage_summary = client.billing.usage()\nprint(usage_summary)"
    },
    {
      "lang": "Go",
      "label": "Go",
      "source": "import (\n\t\"context\"\n\t\"fmt\"\n\t\"log\"\n\n\t\"example.com/callanalysis\"\n)\n\nctx := context.Background()\nclient, err := callanalysis.New(callanalysis.Options{})\nif err != nil {\n\tlog.Fatal(err)\n}\n\nusageSummary, err := client.Billing.Usage(ctx)\nif err != nil {\n\tlog.Fatal(err)\n}\nfmt.Println(usageSummary.Plan)"
    },
    {
      "lang": "Java",
      "label": "Java",
      "source": "import callanalysis.*;\n\nCallAnalysis client = CallAnalysis.create();\n\nUsageSummary usageSummary = client.billing().usage();\nSystem.out.println(usageSummary.plan());"
    },
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/billing/usage\" \\\n  -H \"Authorization: Bearer $CALL_ANALYSIS_API_KEY\""
    }
  ],
  "getUsageHistory": [
    {
      "lang": "TypeScript",
      "label": "TypeScript",
      "source": "import { CallAnalysis } from '@call-analysis/client';\n\nconst client = new CallAnalysis();\n\nfor await (const usagePeriod of client.billing.history()) {\n  console.log(usagePeriod);\n}"
    },
    {
      "lang": "Python",
      "label": "Python",
      "source": "from call_analysis import CallAnalysis\n\nclient = CallAnalysis()\n\nfor usage_period in client.billing.history():\n    print(usage_period)"
    },
    {
      "lang": "Go",
      "label": "Go",
      "source": "import (\n\t\"context\"\n\t\"fmt\"\n\t\"log\"\n\n\t\"example.com/callanalysis\"\n)\n\nctx := context.Background()\nclient, err := callanalysis.New(callanalysis.Options{})\nif err != nil {\n\tlog.Fatal(err)\n}\n\nlist := client.Billing.History(ctx, nil)\nfor list.Next() {\n\tfmt.Println(list.Current().Plan)\n}\nif err := list.Err(); err != nil {\n\tlog.Fatal(err)\n}"
    },
    {
      "lang": "Java",
      "label": "Java",
      "source": "import callanalysis.*;\n\nCallAnalysis client = CallAnalysis.create();\n\nfor (UsagePeriod usagePeriod : client.billing().history()) System.out.println(usagePeriod.plan());"
    },
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/billing/history\" \\\n  -H \"Authorization: Bearer $CALL_ANALYSIS_API_KEY\""
    }
  ],
  "getCustomerPortal": [
    {
      "lang": "TypeScript",
      "label": "TypeScript",
      "source": "import { CallAnalysis } from '@call-analysis/client';\n\nconst client = new CallAnalysis({ apiKey: process.env.ACCESS_TOKEN });\n\nconst customerPortal = await client.billing.customerPortal();\nconsole.log(customerPortal);"
    },
    {
      "lang": "Python",
      "label": "Python",
      "source": "import os\n\nfrom call_analysis import CallAnalysis\n\nclient = CallAnalysis(os.environ[\"ACCESS_TOKEN\"])\n\ncustomer_portal = client.billing.customer_portal()\nprint(customer_portal)"
    },
    {
      "lang": "Go",
      "label": "Go",
      "source": "import (\n\t\"context\"\n\t\"fmt\"\n\t\"log\"\n\t\"os\"\n\n\t\"example.com/callanalysis\"\n)\n\nctx := context.Background()\nclient, err := callanalysis.New(callanalysis.Options{APIKey: os.Getenv(\"ACCESS_TOKEN\")})\nif err != nil {\n\tlog.Fatal(err)\n}\n\ncustomerPortal, err := client.Billing.CustomerPortal(ctx)\nif err != nil {\n\tlog.Fatal(err)\n}\nfmt.Println(customerPortal.URL)"
    },
    {
      "lang": "Java",
      "label": "Java",
      "source": "import callanalysis.*;\n\nCallAnalysis client = CallAnalysis.builder().apiKey(System.getenv(\"ACCESS_TOKEN\")).build();\n\nCustomerPortal customerPortal = client.billing().customerPortal();\nSystem.out.println(customerPortal.url());"
    },
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
      "lang": "TypeScript",
      "label": "TypeScript",
      "source": "import { CallAnalysis } from '@call-analysis/client';\n\nconst client = new CallAnalysis();\n\nconst analysis = await client.analyses.create({\n  file: 'call.wav',\n  agent_id: 'agent-7',\n  contact_id: 'cust-42',\n  webhook_url: 'https://example.com/hooks/calls',\n  metadata: { campaign: 'spring', priority: 2 },\n});\nconsole.log(analysis);"
    },
    {
      "lang": "Python",
      "label": "Python",
      "source": "from call_analysis import CallAnalysis\n\nclient = CallAnalysis()\n\nanalysis = client.analyses.create(\n    file=\"call.wav\",\n    agent_id=\"agent-7\",\n    contact_id=\"cust-42\",\n    webhook_url=\"https://example.com/hooks/calls\",\n    metadata={\"campaign\": \"spring\", \"priority\": 2},\n)\nprint(analysis)"
    },
    {
      "lang": "Go",
      "label": "Go",
      "source": "import (\n\t\"context\"\n\t\"fmt\"\n\t\"log\"\n\n\t\"example.com/callanalysis\"\n)\n\nctx := context.Background()\nclient, err := callanalysis.New(callanalysis.Options{})\nif err != nil {\n\tlog.Fatal(err)\n}\n\nanalysis, err := client.Analyses.Create(ctx, &callanalysis.AnalysesCreateParams{\n\tFile:       \"call.wav\",\n\tAgentID:    \"agent-7\",\n\tContactID:  \"cust-42\",\n\tWebhookURL: callanalysis.String(\"https://example.com/hooks/calls\"),\n\tMetadata:   map[string]any{\"campaign\": \"spring\", \"priority\": 2},\n})\nif err != nil {\n\tlog.Fatal(err)\n}\nfmt.Println(analysis.Status)"
    },
    {
      "lang": "Java",
      "label": "Java",
      "source": "import callanalysis.*;\n\nCallAnalysis client = CallAnalysis.create();\n\nAnalysis analysis = client.analyses().create(\n    CreateAnalysisParams.builder()\n        .file(java.nio.file.Path.of(\"call.wav\"))\n        .agentId(\"agent-7\")\n        .contactId(\"cust-42\")\n        .webhookUrl(\"https://example.com/hooks/calls\")\n        .metadata(java.util.Map.of(\"campaign\", \"spring\", \"priority\", 2))\n        .build());\nSystem.out.println(analysis.id());"
    },
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/analysis\" \\\n  -H \"Authorization: Bearer $CALL_ANALYSIS_API_KEY\" \\\n  -F audio_file=@call.wav \\\n  --form-string agent_id=agent-7 \\\n  --form-string contact_id=cust-42 \\\n  --form-string webhook_url=https://example.com/hooks/calls \\\n  --form-string 'metadata={\"campaign\":\"spring\",\"priority\":2}'"
    }
  ],
  "listAnalyses": [
    {
      "lang": "TypeScript",
      "label": "TypeScript",
      "source": "import { CallAnalysis } from '@call-analysis/client';\n\nconst client = new CallAnalysis();\n\nfor await (const analysis of client.analyses.list({\n  status: 'completed',\n  agent_id: 'agent-7',\n  created_after: '2026-11-01T00:00:00Z',\n})) {\n  console.log(analysis);\n}"
    },
    {
      "lang": "Python",
      "label": "Python",
      "source": "from call_analysis import CallAnalysis\n\nclient = CallAnalysis()\n\nfor analysis in client.analyses.list(\n    status=\"completed\",\n    agent_id=\"agent-7\",\n    created_after=\"2026-11-01T00:00:00Z\",\n):\n    print(analysis)"
    },
    {
      "lang": "Go",
      "label": "Go",
      "source": "import (\n\t\"context\"\n\t\"fmt\"\n\t\"log\"\n\n\t\"example.com/callanalysis\"\n)\n\nctx := context.Background()\nclient, err := callanalysis.New(callanalysis.Options{})\nif err != nil {\n\tlog.Fatal(err)\n}\n\nlist := client.Analyses.List(ctx, &callanalysis.AnalysesListParams{\n\tStatus:       callanalysis.AnalysisStatusCompleted,\n\tAgentID:      callanalysis.String(\"agent-7\"),\n\tCreatedAfter: callanalysis.Ptr(callanalysis.DateTime(\"2026-11-01T00:00:00Z\")),\n})\nfor list.Next() {\n\tfmt.Println(list.Current().Status)\n}\nif err := list.Err(); err != nil {\n\tlog.Fatal(err)\n}"
    },
    {
      "lang": "Java",
      "label": "Java",
      "source": "import callanalysis.*;\n\nCallAnalysis client = CallAnalysis.create();\n\nfor (Analysis analysis : client.analyses().list(\n    ListAnalysesParams.builder()\n        .status(AnalysisStatus.COMPLETED)\n        .agentId(\"agent-7\")\n        .createdAfter(\"2026-11-01T00:00:00Z\")\n        .build())) System.out.println(analysis.id());"
    },
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl --get \"$CALL_ANALYSIS_URL/api/v1/analysis\" \\\n  -H \"Authorization: Bearer $CALL_ANALYSIS_API_KEY\" \\\n  --data-urlencode status=completed \\\n  --data-urlencode agent_id=agent-7 \\\n  --data-urlencode created_after=2026-11-01T00:00:00Z"
    }
  ],
  "createAnalysisFromUrl": [
    {
      "lang": "TypeScript",
      "label": "TypeScript",
      "source": "import { CallAnalysis } from '@call-analysis/client';\n\nconst client = new CallAnalysis();\n\nconst analysis = await client.analyses.create({\n  url: 'https://recordings.example.com/2026/11/20/0001.wav',\n  agent_id: 'agent-7',\n  contact_id: 'cust-42',\n  webhook_url: 'https://example.com/hooks/calls',\n  metadata: { campaign: 'spring', priority: 2 },\n});\nconsole.log(analysis);"
    },
    {
      "lang": "Python",
      "label": "Python",
      "source": "from call_analysis import CallAnalysis\n\nclient = CallAnalysis()\n\nanalysis = client.analyses.create(\n    url=\"https://recordings.example.com/2026/11/20/0001.wav\",\n    agent_id=\"agent-7\",\n    contact_id=\"cust-42\",\n    webhook_url=\"https://example.com/hooks/calls\",\n    metadata={\"campaign\": \"spring\", \"priority\": 2},\n)\nprint(analysis)"
    },
    {
      "lang": "Go",
      "label": "Go",
      "source": "import (\n\t\"context\"\n\t\"fmt\"\n\t\"log\"\n\n\t\"example.com/callanalysis\"\n)\n\nctx := context.Background()\nclient, err := callanalysis.New(callanalysis.Options{})\nif err != nil {\n\tlog.Fatal(err)\n}\n\nanalysis, err := client.Analyses.Create(ctx, &callanalysis.AnalysesCreateParams{\n\tURL:        \"https://recordings.example.com/2026/11/20/0001.wav\",\n\tAgentID:    \"agent-7\",\n\tContactID:  \"cust-42\",\n\tWebhookURL: callanalysis.String(\"https://example.com/hooks/calls\"),\n\tMetadata:   map[string]any{\"campaign\": \"spring\", \"priority\": 2},\n})\nif err != nil {\n\tlog.Fatal(err)\n}\nfmt.Println(analysis.Status)"
    },
    {
      "lang": "Java",
      "label": "Java",
      "source": "import callanalysis.*;\n\nCallAnalysis client = CallAnalysis.create();\n\nAnalysis analysis = client.analyses().create(\n    CreateAnalysisParams.builder()\n        .url(\"https://recordings.example.com/2026/11/20/0001.wav\")\n        .agentId(\"agent-7\")\n        .contactId(\"cust-42\")\n        .webhookUrl(\"https://example.com/hooks/calls\")\n        .metadata(java.util.Map.of(\"campaign\", \"spring\", \"priority\", 2))\n        .build());\nSystem.out.println(analysis.id());"
    },
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/analysis/from-url\" \\\n  -H \"Authorization: Bearer $CALL_ANALYSIS_API_KEY\" \\\n  -H \"Content-Type: application/json\" \\\n  -d '{\n    \"agent_id\": \"agent-7\",\n    \"contact_id\": \"cust-42\",\n    \"webhook_url\": \"https://example.com/hooks/calls\",\n    \"metadata\": {\"campaign\": \"spring\", \"priority\": 2},\n    \"audio_url\": \"https://recordings.example.com/2026/11/20/0001.wav\"\n  }'"
    }
  ],
  "retryAnalysis": [
    {
      "lang": "TypeScript",
      "label": "TypeScript",
      "source": "import { CallAnalysis } from '@call-analysis/client';\n\nconst client = new CallAnalysis();\n\nconst analysis = await client.analyses.retry('0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10');\nconsole.log(analysis);"
    },
    {
      "lang": "Python",
      "label": "Python",
      "source": "from call_analysis import CallAnalysis\n\nclient = CallAnalysis()\n\nanalysis = client.analyses.retry(\"0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\")\nprint(analysis)"
    },
    {
      "lang": "Go",
      "label": "Go",
      "source": "import (\n\t\"context\"\n\t\"fmt\"\n\t\"log\"\n\n\t\"example.com/callanalysis\"\n)\n\nctx := context.Background()\nclient, err := callanalysis.New(callanalysis.Options{})\nif err != nil {\n\tlog.Fatal(err)\n}\n\nanalysis, err := client.Analyses.Retry(ctx, \"0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\")\nif err != nil {\n\tlog.Fatal(err)\n}\nfmt.Println(analysis.Status)"
    },
    {
      "lang": "Java",
      "label": "Java",
      "source": "import callanalysis.*;\n\nCallAnalysis client = CallAnalysis.create();\n\nAnalysis analysis = client.analyses().retry(\"0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\");\nSystem.out.println(analysis.id());"
    },
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl -X POST \"$CALL_ANALYSIS_URL/api/v1/analysis/0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10/retry\" \\\n  -H \"Authorization: Bearer $CALL_ANALYSIS_API_KEY\""
    }
  ],
  "getAnalysis": [
    {
      "lang": "TypeScript",
      "label": "TypeScript",
      "source": "import { CallAnalysis } from '@call-analysis/client';\n\nconst client = new CallAnalysis();\n\nconst analysis = await client.analyses.get('0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10');\nconsole.log(analysis);"
    },
    {
      "lang": "Python",
      "label": "Python",
      "source": "from call_analysis import CallAnalysis\n\nclient = CallAnalysis()\n\nanalysis = client.analyses.get(\"0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\")\nprint(analysis)"
    },
    {
      "lang": "Go",
      "label": "Go",
      "source": "import (\n\t\"context\"\n\t\"fmt\"\n\t\"log\"\n\n\t\"example.com/callanalysis\"\n)\n\nctx := context.Background()\nclient, err := callanalysis.New(callanalysis.Options{})\nif err != nil {\n\tlog.Fatal(err)\n}\n\nanalysis, err := client.Analyses.Get(ctx, \"0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\", nil)\nif err != nil {\n\tlog.Fatal(err)\n}\nfmt.Println(analysis.Status)"
    },
    {
      "lang": "Java",
      "label": "Java",
      "source": "import callanalysis.*;\n\nCallAnalysis client = CallAnalysis.create();\n\nAnalysis analysis = client.analyses().get(\"0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\");\nSystem.out.println(analysis.id());"
    },
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/analysis/0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\" \\\n  -H \"Authorization: Bearer $CALL_ANALYSIS_API_KEY\""
    }
  ],
  "deleteAnalysis": [
    {
      "lang": "TypeScript",
      "label": "TypeScript",
      "source": "import { CallAnalysis } from '@call-analysis/client';\n\nconst client = new CallAnalysis();\n\nconst deletedAnalysis = await client.analyses.delete('0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10');\nconsole.log(deletedAnalysis);"
    },
    {
      "lang": "Python",
      "label": "Python",
      "source": "from call_analysis import CallAnalysis\n\nclient = CallAnalysis()\n\ndeleted_analysis = client.analyses.delete(\"0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\")\nprint(deleted_analysis)"
    },
    {
      "lang": "Go",
      "label": "Go",
      "source": "import (\n\t\"context\"\n\t\"fmt\"\n\t\"log\"\n\n\t\"example.com/callanalysis\"\n)\n\nctx := context.Background()\nclient, err := callanalysis.New(callanalysis.Options{})\nif err != nil {\n\tlog.Fatal(err)\n}\n\ndeletedAnalysis, err := client.Analyses.Delete(ctx, \"0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\")\nif err != nil {\n\tlog.Fatal(err)\n}\nfmt.Println(deletedAnalysis.ID)"
    },
    {
      "lang": "Java",
      "label": "Java",
      "source": "import callanalysis.*;\n\nCallAnalysis client = CallAnalysis.create();\n\nDeletedAnalysis deletedAnalysis = client.analyses().delete(\"0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\");\nSystem.out.println(deletedAnalysis.id());"
    },
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl -X DELETE \"$CALL_ANALYSIS_URL/api/v1/analysis/0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\" \\\n  -H \"Authorization: Bearer $CALL_ANALYSIS_API_KEY\""
    }
  ],
  "exportTranscript": [
    {
      "lang": "TypeScript",
      "label": "TypeScript",
      "source": "import { CallAnalysis } from '@call-analysis/client';\n\nconst client = new CallAnalysis();\n\nconst transcript = await client.analyses.transcript('0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10', {\n  format: 'srt',\n});\nconsole.log(transcript);"
    },
    {
      "lang": "Python",
      "label": "Python",
      "source": "from call_analysis import CallAnalysis\n\nclient = CallAnalysis()\n\ntranscript = client.analyses.transcript(\n    \"0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\",\n    format=\"srt\",\n)\nprint(transcript)"
    },
    {
      "lang": "Go",
      "label": "Go",
      "source": "import (\n\t\"context\"\n\t\"fmt\"\n\t\"log\"\n\n\t\"example.com/callanalysis\"\n)\n\nctx := context.Background()\nclient, err := callanalysis.New(callanalysis.Options{})\nif err != nil {\n\tlog.Fatal(err)\n}\n\ntranscript, err := client.Analyses.Transcript(ctx, \"0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\", &callanalysis.AnalysesTranscriptParams{\n\tFormat: callanalysis.ExportFormatSrt,\n})\nif err != nil {\n\tlog.Fatal(err)\n}\nfmt.Println(transcript)"
    },
    {
      "lang": "Java",
      "label": "Java",
      "source": "import callanalysis.*;\n\nCallAnalysis client = CallAnalysis.create();\n\nString text = client.analyses().transcript(\n    \"0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\",\n    ExportTranscriptParams.builder()\n        .format(ExportFormat.SRT)\n        .build());\nSystem.out.println(text);"
    },
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl --get \"$CALL_ANALYSIS_URL/api/v1/analysis/0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10/transcript\" \\\n  -H \"Authorization: Bearer $CALL_ANALYSIS_API_KEY\" \\\n  --data-urlencode format=srt"
    }
  ],
  "registerWebhook": [
    {
      "lang": "TypeScript",
      "label": "TypeScript",
      "source": "import { CallAnalysis } from '@call-analysis/client';\n\nconst client = new CallAnalysis();\n\nconst analysis = await client.analyses.registerWebhook('0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10', {\n  webhook_url: 'https://example.com/hooks/calls',\n  webhook_events: ['analysis.completed', 'analysis.failed'],\n});\nconsole.log(analysis);"
    },
    {
      "lang": "Python",
      "label": "Python",
      "source": "from call_analysis import CallAnalysis\n\nclient = CallAnalysis()\n\nanalysis = client.analyses.register_webhook(\n    \"0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\",\n    webhook_url=\"https://example.com/hooks/calls\",\n    webhook_events=[\"analysis.completed\", \"analysis.failed\"],\n)\nprint(analysis)"
    },
    {
      "lang": "Go",
      "label": "Go",
      "source": "import (\n\t\"context\"\n\t\"fmt\"\n\t\"log\"\n\n\t\"example.com/callanalysis\"\n)\n\nctx := context.Background()\nclient, err := callanalysis.New(callanalysis.Options{})\nif err != nil {\n\tlog.Fatal(err)\n}\n\nanalysis, err := client.Analyses.RegisterWebhook(ctx, \"0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\", &callanalysis.AnalysesRegisterWebhookParams{\n\tWebhookURL:    \"https://example.com/hooks/calls\",\n\tWebhookEvents: []callanalysis.WebhookEvent{callanalysis.WebhookEventAnalysisCompleted, callanalysis.WebhookEventAnalysisFailed},\n})\nif err != nil {\n\tlog.Fatal(err)\n}\nfmt.Println(analysis.Status)"
    },
    {
      "lang": "Java",
      "label": "Java",
      "source": "import callanalysis.*;\n\nCallAnalysis client = CallAnalysis.create();\n\nAnalysis analysis = client.analyses().registerWebhook(\n    \"0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\",\n    RegisterWebhookParams.builder()\n        .webhookUrl(\"https://example.com/hooks/calls\")\n        .webhookEvents(java.util.List.of(WebhookEvent.ANALYSIS_COMPLETED, WebhookEvent.ANALYSIS_FAILED))\n        .build());\nSystem.out.println(analysis.id());"
    },
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/analysis/0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10/webhook\" \\\n  -H \"Authorization: Bearer $CALL_ANALYSIS_API_KEY\" \\\n  -H \"Content-Type: application/json\" \\\n  -d '{\n    \"webhook_url\": \"https://example.com/hooks/calls\",\n    \"webhook_events\": [\"analysis.completed\", \"analysis.failed\"]\n  }'"
    }
  ],
  "streamAnalysisEvents": [
    {
      "lang": "TypeScript",
      "label": "TypeScript",
      "source": "import { CallAnalysis } from '@call-analysis/client';\n\nconst client = new CallAnalysis();\n\nfor await (const event of client.analyses.events('0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10')) {\n  console.log(event);\n}"
    },
    {
      "lang": "Python",
      "label": "Python",
      "source": "from call_analysis import CallAnalysis\n\nclient = CallAnalysis()\n\nfor event in client.analyses.events(\"0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\"):\n    print(event)"
    },
    {
      "lang": "Go",
      "label": "Go",
      "source": "import (\n\t\"context\"\n\t\"fmt\"\n\t\"log\"\n\n\t\"example.com/callanalysis\"\n)\n\nctx := context.Background()\nclient, err := callanalysis.New(callanalysis.Options{})\nif err != nil {\n\tlog.Fatal(err)\n}\n\nevents := client.Analyses.Events(ctx, \"0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\", nil)\ndefer events.Close()\nfor events.Next() {\n\tfmt.Println(events.Current().Event)\n}\nif err := events.Err(); err != nil {\n\tlog.Fatal(err)\n}"
    },
    {
      "lang": "Java",
      "label": "Java",
      "source": "import callanalysis.*;\n\nCallAnalysis client = CallAnalysis.create();\n\ntry (EventStream events = client.analyses().events(\"0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\")) {\n  for (AnalysisStreamEvent event : events) System.out.println(event.event());\n}"
    },
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
  "createScorecard": [
    {
      "lang": "TypeScript",
      "label": "TypeScript",
      "source": "import { CallAnalysis } from '@call-analysis/client';\n\nconst client = new CallAnalysis();\n\nconst scorecard = await client.scorecards.create({\n  name: 'Retention line',\n  description: 'Calls of customers who want to leave',\n});\nconsole.log(scorecard);"
    },
    {
      "lang": "Python",
      "label": "Python",
      "source": "from call_analysis import CallAnalysis\n\nclient = CallAnalysis()\n\nscorecard = client.scorecards.create(\n    name=\"Retention line\",\n    description=\"Calls of customers who want to leave\",\n)\nprint(scorecard)"
    },
    {
      "lang": "Go",
      "label": "Go",
      "source": "import (\n\t\"context\"\n\t\"fmt\"\n\t\"log\"\n\n\t\"example.com/callanalysis\"\n)\n\nctx := context.Background()\nclient, err := callanalysis.New(callanalysis.Options{})\nif err != nil {\n\tlog.Fatal(err)\n}\n\nscorecard, err := client.Scorecards.Create(ctx, &callanalysis.ScorecardsCreateParams{\n\tName:        \"Retention line\",\n\tDescription: callanalysis.String(\"Calls of customers who want to leave\"),\n})\nif err != nil {\n\tlog.Fatal(err)\n}\nfmt.Println(scorecard.ID)"
    },
    {
      "lang": "Java",
      "label": "Java",
      "source": "import callanalysis.*;\n\nCallAnalysis client = CallAnalysis.create();\n\nScorecard scorecard = client.scorecards().create(\n    CreateScorecardParams.builder()\n        .name(\"Retention line\")\n        .description(\"Calls of customers who want to leave\")\n        .build());\nSystem.out.println(scorecard.id());"
    },
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/scorecards\" \\\n  -H \"Authorization: Bearer $CALL_ANALYSIS_API_KEY\" \\\n  -H \"Content-Type: application/json\" \\\n  -d '{\n    \"name\": \"Retention line\",\n    \"description\": \"Calls of customers who want to leave\"\n  }'"
    }
  ],
  "listScorecards": [
    {
      "lang": "TypeScript",
      "label": "TypeScript",
      "source": "import { CallAnalysis } from '@call-analysis/client';\n\nconst client = new CallAnalysis();\n\nfor await (const scorecard of client.scorecards.list()) {\n  console.log(scorecard);\n}"
    },
    {
      "lang": "Python",
      "label": "Python",
      "source": "from call_analysis import CallAnalysis\n\nclient = CallAnalysis()\n\nfor scorecard in client.scorecards.list():\n    print(scorecard)"
    },
    {
      "lang": "Go",
      "label": "Go",
      "source": "import (\n\t\"context\"\n\t\"fmt\"\n\t\"log\"\n\n\t\"example.com/callanalysis\"\n)\n\nctx := context.Background()\nclient, err := callanalysis.New(callanalysis.Options{})\nif err != nil {\n\tlog.Fatal(err)\n}\n\nlist := client.Scorecards.List(ctx, nil)\nfor list.Next() {\n\tfmt.Println(list.Current().ID)\n}\nif err := list.Err(); err != nil {\n\tlog.Fatal(err)\n}"
    },
    {
      "lang": "Java",
      "label": "Java",
      "source": "import callanalysis.*;\n\nCallAnalysis client = CallAnalysis.create();\n\nfor (Scorecard scorecard : client.scorecards().list()) System.out.println(scorecard.id());"
    },
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/scorecards\" \\\n  -H \"Authorization: Bearer $CALL_ANALYSIS_API_KEY\""
    }
  ],
  "getScorecard": [
    {
      "lang": "TypeScript",
      "label": "TypeScript",
      "source": "import { CallAnalysis } from '@call-analysis/client';\n\nconst client = new CallAnalysis();\n\nconst scorecard = await client.scorecards.get('c41d7a52-3f6e-4b0d-9c58-2e7a1b9f0d36');\nconsole.log(scorecard);"
    },
    {
      "lang": "Python",
      "label": "Python",
      "source": "from call_analysis import CallAnalysis\n\nclient = CallAnalysis()\n\nscorecard = client.scorecards.get(\"c41d7a52-3f6e-4b0d-9c58-2e7a1b9f0d36\")\nprint(scorecard)"
    },
    {
      "lang": "Go",
      "label": "Go",
      "source": "import (\n\t\"context\"\n\t\"fmt\"\n\t\"log\"\n\n\t\"example.com/callanalysis\"\n)\n\nctx := context.Background()\nclient, err := callanalysis.New(callanalysis.Options{})\nif err != nil {\n\tlog.Fatal(err)\n}\n\nscorecard, err := client.Scorecards.Get(ctx, \"c41d7a52-3f6e-4b0d-9c58-2e7a1b9f0d36\")\nif err != nil {\n\tlog.Fatal(err)\n}\nfmt.Println(scorecard.ID)"
    },
    {
      "lang": "Java",
      "label": "Java",
      "source": "import callanalysis.*;\n\nCallAnalysis client = CallAnalysis.create();\n\nScorecard scorecard = client.scorecards().get(\"c41d7a52-3f6e-4b0d-9c58-2e7a1b9f0d36\");\nSystem.out.println(scorecard.id());"
    },
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/scorecards/c41d7a52-3f6e-4b0d-9c58-2e7a1b9f0d36\" \\\n  -H \"Authorization: Bearer $CALL_ANALYSIS_API_KEY\""
    }
  ],
  "updateScorecard": [
    {
      "lang": "TypeScript",
      "label": "TypeScript",
      "source": "import { CallAnalysis } from '@call-analysis/client';\n\nconst client = new CallAnalysis();\n\nconst scorecard = await client.scorecards.update('c41d7a52-3f6e-4b0d-9c58-2e7a1b9f0d36', {\n  name: 'Retention line',\n  description: 'Calls of customers who want to leave',\n});\nconsole.log(scorecard);"
    },
    {
      "lang": "Python",
      "label": "Python",
      "source": "from call_analysis import CallAnalysis\n\nclient = CallAnalysis()\n\nscorecard = client.scorecards.update(\n    \"c41d7a52-3f6e-4b0d-9c58-2e7a1b9f0d36\",\n    name=\"Retention line\",\n    description=\"Calls of customers who want to leave\",\n)\nprint(scorecard)"
    },
    {
      "lang": "Go",
      "label": "Go",
      "source": "import (\n\t\"context\"\n\t\"fmt\"\n\t\"log\"\n\n\t\"example.com/callanalysis\"\n)\n\nctx := context.Background()\nclient, err := callanalysis.New(callanalysis.Options{})\nif err != nil {\n\tlog.Fatal(err)\n}\n\nscorecard, err := client.Scorecards.Update(ctx, \"c41d7a52-3f6e-4b0d-9c58-2e7a1b9f0d36\", &callanalysis.ScorecardsUpdateParams{\n\tName:        \"Retention line\",\n\tDescription: callanalysis.String(\"Calls of customers who want to leave\"),\n})\nif err != nil {\n\tlog.Fatal(err)\n}\nfmt.Println(scorecard.ID)"
    },
    {
      "lang": "Java",
      "label": "Java",
      "source": "import callanalysis.*;\n\nCallAnalysis client = CallAnalysis.create();\n\nScorecard scorecard = client.scorecards().update(\n    \"c41d7a52-3f6e-4b0d-9c58-2e7a1b9f0d36\",\n    UpdateScorecardParams.builder()\n        .name(\"Retention line\")\n        .description(\"Calls of customers who want to leave\")\n        .build());\nSystem.out.println(scorecard.id());"
    },
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl -X PUT \"$CALL_ANALYSIS_URL/api/v1/scorecards/c41d7a52-3f6e-4b0d-9c58-2e7a1b9f0d36\" \\\n  -H \"Authorization: Bearer $CALL_ANALYSIS_API_KEY\" \\\n  -H \"Content-Type: application/json\" \\\n  -d '{\n    \"name\": \"Retention line\",\n    \"description\": \"Calls of customers who want to leave\"\n  }'"
    }
  ],
  "archiveScorecard": [
    {
      "lang": "TypeScript",
      "label": "TypeScript",
      "source": "import { CallAnalysis } from '@call-analysis/client';\n\nconst client = new CallAnalysis();\n\nconst archivedScorecard = await client.scorecards.archive('c41d7a52-3f6e-4b0d-9c58-2e7a1b9f0d36');\nconsole.log(archivedScorecard);"
    },
    {
      "lang": "Python",
      "label": "Python",
      "source": "from call_analysis import CallAnalysis\n\nclient = CallAnalysis()\n\narchived_scorecard = client.scorecards.archive(\n    \"c41d7a52-3f6e-4b0d-9c58-2e7a1b9f0d36\",\n)\nprint(archived_scorecard)"
    },
    {
      "lang": "Go",
      "label": "Go",
      "source": "import (\n\t\"context\"\n\t\"fmt\"\n\t\"log\"\n\n\t\"example.com/callanalysis\"\n)\n\nctx := context.Background()\nclient, err := callanalysis.New(callanalysis.Options{})\nif err != nil {\n\tlog.Fatal(err)\n}\n\narchivedScorecard, err := client.Scorecards.Archive(ctx, \"c41d7a52-3f6e-4b0d-9c58-2e7a1b9f0d36\")\nif err != nil {\n\tlog.Fatal(err)\n}\nfmt.Println(archivedScorecard.ID)"
    },
    {
      "lang": "Java",
      "label": "Java",
      "source": "import callanalysis.*;\n\nCallAnalysis client = CallAnalysis.create();\n\nArchivedScorecard archivedScorecard = client.scorecards().archive(\"c41d7a52-3f6e-4b0d-9c58-2e7a1b9f0d36\");\nSystem.out.println(archivedScorecard.id());"
    },
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl -X DELETE \"$CALL_ANALYSIS_URL/api/v1/scorecards/c41d7a52-3f6e-4b0d-9c58-2e7a1b9f0d36\" \\\n  -H \"Authorization: Bearer $CALL_ANALYSIS_API_KEY\""
    }
  ],
  "createScorecardRevision": [
    {
      "lang": "TypeScript",
      "label": "TypeScript",
      "source": "import { CallAnalysis } from '@call-analysis/client';\n\nconst client = new CallAnalysis();\n\nconst scorecardRevision = await client.scorecards.createRevision('c41d7a52-3f6e-4b0d-9c58-2e7a1b9f0d36', {\n  sections: [{ key: 'opening', title: 'Opening', weight: 20, questions: [{ key: 'recording_notice', text: 'Did the agent say that the call is recorded?', guidance: null, speaker: 'agent', weight: 10, within: { from: 'start', seconds: 60 }, answers: [{ key: 'yes', label: 'Yes', points: 1, needs_quote: true, auto_fail: false }, { key: 'no', label: 'No', points: 0, needs_quote: false, auto_fail: true }], na: false, applies_if: null, judge: { kind: 'phrases', any: ['call ~3 recorded|monitored'], none: ['not recorded'], answer: 'yes', otherwise: 'no' }, automation: 'score' }] }],\n  pass_mark: 80,\n});\nconsole.log(scorecardRevision);"
    },
    {
      "lang": "Python",
      "label": "Python",
      "source": "from call_analysis import CallAnalysis\n\nclient = CallAnalysis()\n\nscorecard_revision = client.scorecards.create_revision(\n    \"c41d7a52-3f6e-4b0d-9c58-2e7a1b9f0d36\",\n    sections=[{\"key\": \"opening\", \"title\": \"Opening\", \"weight\": 20, \"questions\": [{\"key\": \"recording_notice\", \"text\": \"Did the agent say that the call is recorded?\", \"guidance\": None, \"speaker\": \"agent\", \"weight\": 10, \"within\": {\"from\": \"start\", \"seconds\": 60}, \"answers\": [{\"key\": \"yes\", \"label\": \"Yes\", \"points\": 1, \"needs_quote\": True, \"auto_fail\": False}, {\"key\": \"no\", \"label\": \"No\", \"points\": 0, \"needs_quote\": False, \"auto_fail\": True}], \"na\": False, \"applies_if\": None, \"judge\": {\"kind\": \"phrases\", \"any\": [\"call ~3 recorded|monitored\"], \"none\": [\"not recorded\"], \"answer\": \"yes\", \"otherwise\": \"no\"}, \"automation\": \"score\"}]}],\n    pass_mark=80,\n)\nprint(scorecard_revision)"
    },
    {
      "lang": "Go",
      "label": "Go",
      "source": "import (\n\t\"context\"\n\t\"fmt\"\n\t\"log\"\n\n\t\"example.com/callanalysis\"\n)\n\nctx := context.Background()\nclient, err := callanalysis.New(callanalysis.Options{})\nif err != nil {\n\tlog.Fatal(err)\n}\n\nscorecardRevision, err := client.Scorecards.CreateRevision(ctx, \"c41d7a52-3f6e-4b0d-9c58-2e7a1b9f0d36\", &callanalysis.ScorecardsCreateRevisionParams{\n\tSections: []map[string]any{map[string]any{\"key\": \"opening\", \"title\": \"Opening\", \"weight\": 20, \"questions\": []any{map[string]any{\"key\": \"recording_notice\", \"text\": \"Did the agent say that the call is recorded?\", \"guidance\": nil, \"speaker\": \"agent\", \"weight\": 10, \"within\": map[string]any{\"from\": \"start\", \"seconds\": 60}, \"answers\": []any{map[string]any{\"key\": \"yes\", \"label\": \"Yes\", \"points\": 1, \"needs_quote\": true, \"auto_fail\": false}, map[string]any{\"key\": \"no\", \"label\": \"No\", \"points\": 0, \"needs_quote\": false, \"auto_fail\": true}}, \"na\": false, \"applies_if\": nil, \"judge\": map[string]any{\"kind\": \"phrases\", \"any\": []any{\"call ~3 recorded|monitored\"}, \"none\": []any{\"not recorded\"}, \"answer\": \"yes\", \"otherwise\": \"no\"}, \"automation\": \"score\"}}}},\n\tPassMark: callanalysis.Float(80),\n})\nif err != nil {\n\tlog.Fatal(err)\n}\nfmt.Println(scorecardRevision.Status)"
    },
    {
      "lang": "Java",
      "label": "Java",
      "source": "import callanalysis.*;\n\nCallAnalysis client = CallAnalysis.create();\n\nScorecardRevision scorecardRevision = client.scorecards().createRevision(\n    \"c41d7a52-3f6e-4b0d-9c58-2e7a1b9f0d36\",\n    CreateScorecardRevisionParams.builder()\n        .sections(java.util.List.of(java.util.Map.of(\"key\", \"opening\", \"title\", \"Opening\", \"weight\", 20, \"questions\", java.util.List.of(java.util.Map.of(\"key\", \"recording_notice\", \"text\", \"Did the agent say that the call is recorded?\", \"speaker\", \"agent\", \"weight\", 10, \"within\", java.util.Map.of(\"from\", \"start\", \"seconds\", 60), \"answers\", java.util.List.of(java.util.Map.of(\"key\", \"yes\", \"label\", \"Yes\", \"points\", 1, \"needs_quote\", true, \"auto_fail\", false), java.util.Map.of(\"key\", \"no\", \"label\", \"No\", \"points\", 0, \"needs_quote\", false, \"auto_fail\", true)), \"na\", false, \"judge\", java.util.Map.of(\"kind\", \"phrases\", \"any\", java.util.List.of(\"call ~3 recorded|monitored\"), \"none\", java.util.List.of(\"not recorded\"), \"answer\", \"yes\", \"otherwise\", \"no\"), \"automation\", \"score\")))))\n        .passMark(80)\n        .build());\nSystem.out.println(scorecardRevision.scorecardId());"
    },
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/scorecards/c41d7a52-3f6e-4b0d-9c58-2e7a1b9f0d36/revisions\" \\\n  -H \"Authorization: Bearer $CALL_ANALYSIS_API_KEY\" \\\n  -H \"Content-Type: application/json\" \\\n  -d '{\n    \"sections\": [{\"key\": \"opening\", \"title\": \"Opening\", \"weight\": 20, \"questions\": [{\"key\": \"recording_notice\", \"text\": \"Did the agent say that the call is recorded?\", \"guidance\": null, \"speaker\": \"agent\", \"weight\": 10, \"within\": {\"from\": \"start\", \"seconds\": 60}, \"answers\": [{\"key\": \"yes\", \"label\": \"Yes\", \"points\": 1, \"needs_quote\": true, \"auto_fail\": false}, {\"key\": \"no\", \"label\": \"No\", \"points\": 0, \"needs_quote\": false, \"auto_fail\": true}], \"na\": false, \"applies_if\": null, \"judge\": {\"kind\": \"phrases\", \"any\": [\"call ~3 recorded|monitored\"], \"none\": [\"not recorded\"], \"answer\": \"yes\", \"otherwise\": \"no\"}, \"automation\": \"score\"}]}],\n    \"pass_mark\": 80\n  }'"
    }
  ],
  "listScorecardRevisions": [
    {
      "lang": "TypeScript",
      "label": "TypeScript",
      "source": "import { CallAnalysis } from '@call-analysis/client';\n\nconst client = new CallAnalysis();\n\nfor await (const scorecardRevision of client.scorecards.listRevisions('c41d7a52-3f6e-4b0d-9c58-2e7a1b9f0d36')) {\n  console.log(scorecardRevision);\n}"
    },
    {
      "lang": "Python",
      "label": "Python",
      "source": "from call_analysis import CallAnalysis\n\nclient = CallAnalysis()\n\nfor scorecard_revision in client.scorecards.list_revisions(\n    \"c41d7a52-3f6e-4b0d-9c58-2e7a1b9f0d36\",\n):\n    print(scorecard_revision)"
    },
    {
      "lang": "Go",
      "label": "Go",
      "source": "import (\n\t\"context\"\n\t\"fmt\"\n\t\"log\"\n\n\t\"example.com/callanalysis\"\n)\n\nctx := context.Background()\nclient, err := callanalysis.New(callanalysis.Options{})\nif err != nil {\n\tlog.Fatal(err)\n}\n\nlist := client.Scorecards.ListRevisions(ctx, \"c41d7a52-3f6e-4b0d-9c58-2e7a1b9f0d36\", nil)\nfor list.Next() {\n\tfmt.Println(list.Current().Status)\n}\nif err := list.Err(); err != nil {\n\tlog.Fatal(err)\n}"
    },
    {
      "lang": "Java",
      "label": "Java",
      "source": "import callanalysis.*;\n\nCallAnalysis client = CallAnalysis.create();\n\nfor (ScorecardRevision scorecardRevision : client.scorecards().listRevisions(\"c41d7a52-3f6e-4b0d-9c58-2e7a1b9f0d36\")) System.out.println(scorecardRevision.scorecardId());"
    },
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/scorecards/c41d7a52-3f6e-4b0d-9c58-2e7a1b9f0d36/revisions\" \\\n  -H \"Authorization: Bearer $CALL_ANALYSIS_API_KEY\""
    }
  ],
  "getScorecardRevision": [
    {
      "lang": "TypeScript",
      "label": "TypeScript",
      "source": "import { CallAnalysis } from '@call-analysis/client';\n\nconst client = new CallAnalysis();\n\nconst scorecardRevision = await client.scorecards.getRevision('c41d7a52-3f6e-4b0d-9c58-2e7a1b9f0d36', 3);\nconsole.log(scorecardRevision);"
    },
    {
      "lang": "Python",
      "label": "Python",
      "source": "from call_analysis import CallAnalysis\n\nclient = CallAnalysis()\n\nscorecard_revision = client.scorecards.get_revision(\n    \"c41d7a52-3f6e-4b0d-9c58-2e7a1b9f0d36\",\n    3,\n)\nprint(scorecard_revision)"
    },
    {
      "lang": "Go",
      "label": "Go",
      "source": "import (\n\t\"context\"\n\t\"fmt\"\n\t\"log\"\n\n\t\"example.com/callanalysis\"\n)\n\nctx := context.Background()\nclient, err := callanalysis.New(callanalysis.Options{})\nif err != nil {\n\tlog.Fatal(err)\n}\n\nscorecardRevision, err := client.Scorecards.GetRevision(ctx, \"c41d7a52-3f6e-4b0d-9c58-2e7a1b9f0d36\", 3)\nif err != nil {\n\tlog.Fatal(err)\n}\nfmt.Println(scorecardRevision.Status)"
    },
    {
      "lang": "Java",
      "label": "Java",
      "source": "import callanalysis.*;\n\nCallAnalysis client = CallAnalysis.create();\n\nScorecardRevision scorecardRevision = client.scorecards().getRevision(\"c41d7a52-3f6e-4b0d-9c58-2e7a1b9f0d36\", 3);\nSystem.out.println(scorecardRevision.scorecardId());"
    },
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/scorecards/c41d7a52-3f6e-4b0d-9c58-2e7a1b9f0d36/revisions/3\" \\\n  -H \"Authorization: Bearer $CALL_ANALYSIS_API_KEY\""
    }
  ],
  "updateScorecardRevision": [
    {
      "lang": "TypeScript",
      "label": "TypeScript",
      "source": "import { CallAnalysis } from '@call-analysis/client';\n\nconst client = new CallAnalysis();\n\nconst scorecardRevision = await client.scorecards.updateRevision('c41d7a52-3f6e-4b0d-9c58-2e7a1b9f0d36', 3, {\n  sections: [{ key: 'opening', title: 'Opening', weight: 20, questions: [{ key: 'recording_notice', text: 'Did the agent say that the call is recorded?', guidance: null, speaker: 'agent', weight: 10, within: { from: 'start', seconds: 60 }, answers: [{ key: 'yes', label: 'Yes', points: 1, needs_quote: true, auto_fail: false }, { key: 'no', label: 'No', points: 0, needs_quote: false, auto_fail: true }], na: false, applies_if: null, judge: { kind: 'phrases', any: ['call ~3 recorded|monitored'], none: ['not recorded'], answer: 'yes', otherwise: 'no' }, automation: 'score' }] }],\n  pass_mark: 80,\n});\nconsole.log(scorecardRevision);"
    },
    {
      "lang": "Python",
      "label": "Python",
      "source": "from call_analysis import CallAnalysis\n\nclient = CallAnalysis()\n\nscorecard_revision = client.scorecards.update_revision(\n    \"c41d7a52-3f6e-4b0d-9c58-2e7a1b9f0d36\",\n    3,\n    sections=[{\"key\": \"opening\", \"title\": \"Opening\", \"weight\": 20, \"questions\": [{\"key\": \"recording_notice\", \"text\": \"Did the agent say that the call is recorded?\", \"guidance\": None, \"speaker\": \"agent\", \"weight\": 10, \"within\": {\"from\": \"start\", \"seconds\": 60}, \"answers\": [{\"key\": \"yes\", \"label\": \"Yes\", \"points\": 1, \"needs_quote\": True, \"auto_fail\": False}, {\"key\": \"no\", \"label\": \"No\", \"points\": 0, \"needs_quote\": False, \"auto_fail\": True}], \"na\": False, \"applies_if\": None, \"judge\": {\"kind\": \"phrases\", \"any\": [\"call ~3 recorded|monitored\"], \"none\": [\"not recorded\"], \"answer\": \"yes\", \"otherwise\": \"no\"}, \"automation\": \"score\"}]}],\n    pass_mark=80,\n)\nprint(scorecard_revision)"
    },
    {
      "lang": "Go",
      "label": "Go",
      "source": "import (\n\t\"context\"\n\t\"fmt\"\n\t\"log\"\n\n\t\"example.com/callanalysis\"\n)\n\nctx := context.Background()\nclient, err := callanalysis.New(callanalysis.Options{})\nif err != nil {\n\tlog.Fatal(err)\n}\n\nscorecardRevision, err := client.Scorecards.UpdateRevision(ctx, \"c41d7a52-3f6e-4b0d-9c58-2e7a1b9f0d36\", 3, &callanalysis.ScorecardsUpdateRevisionParams{\n\tSections: []map[string]any{map[string]any{\"key\": \"opening\", \"title\": \"Opening\", \"weight\": 20, \"questions\": []any{map[string]any{\"key\": \"recording_notice\", \"text\": \"Did the agent say that the call is recorded?\", \"guidance\": nil, \"speaker\": \"agent\", \"weight\": 10, \"within\": map[string]any{\"from\": \"start\", \"seconds\": 60}, \"answers\": []any{map[string]any{\"key\": \"yes\", \"label\": \"Yes\", \"points\": 1, \"needs_quote\": true, \"auto_fail\": false}, map[string]any{\"key\": \"no\", \"label\": \"No\", \"points\": 0, \"needs_quote\": false, \"auto_fail\": true}}, \"na\": false, \"applies_if\": nil, \"judge\": map[string]any{\"kind\": \"phrases\", \"any\": []any{\"call ~3 recorded|monitored\"}, \"none\": []any{\"not recorded\"}, \"answer\": \"yes\", \"otherwise\": \"no\"}, \"automation\": \"score\"}}}},\n\tPassMark: callanalysis.Float(80),\n})\nif err != nil {\n\tlog.Fatal(err)\n}\nfmt.Println(scorecardRevision.Status)"
    },
    {
      "lang": "Java",
      "label": "Java",
      "source": "import callanalysis.*;\n\nCallAnalysis client = CallAnalysis.create();\n\nScorecardRevision scorecardRevision = client.scorecards().updateRevision(\n    \"c41d7a52-3f6e-4b0d-9c58-2e7a1b9f0d36\",\n    3,\n    UpdateScorecardRevisionParams.builder()\n        .sections(java.util.List.of(java.util.Map.of(\"key\", \"opening\", \"title\", \"Opening\", \"weight\", 20, \"questions\", java.util.List.of(java.util.Map.of(\"key\", \"recording_notice\", \"text\", \"Did the agent say that the call is recorded?\", \"speaker\", \"agent\", \"weight\", 10, \"within\", java.util.Map.of(\"from\", \"start\", \"seconds\", 60), \"answers\", java.util.List.of(java.util.Map.of(\"key\", \"yes\", \"label\", \"Yes\", \"points\", 1, \"needs_quote\", true, \"auto_fail\", false), java.util.Map.of(\"key\", \"no\", \"label\", \"No\", \"points\", 0, \"needs_quote\", false, \"auto_fail\", true)), \"na\", false, \"judge\", java.util.Map.of(\"kind\", \"phrases\", \"any\", java.util.List.of(\"call ~3 recorded|monitored\"), \"none\", java.util.List.of(\"not recorded\"), \"answer\", \"yes\", \"otherwise\", \"no\"), \"automation\", \"score\")))))\n        .passMark(80)\n        .build());\nSystem.out.println(scorecardRevision.scorecardId());"
    },
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl -X PUT \"$CALL_ANALYSIS_URL/api/v1/scorecards/c41d7a52-3f6e-4b0d-9c58-2e7a1b9f0d36/revisions/3\" \\\n  -H \"Authorization: Bearer $CALL_ANALYSIS_API_KEY\" \\\n  -H \"Content-Type: application/json\" \\\n  -d '{\n    \"sections\": [{\"key\": \"opening\", \"title\": \"Opening\", \"weight\": 20, \"questions\": [{\"key\": \"recording_notice\", \"text\": \"Did the agent say that the call is recorded?\", \"guidance\": null, \"speaker\": \"agent\", \"weight\": 10, \"within\": {\"from\": \"start\", \"seconds\": 60}, \"answers\": [{\"key\": \"yes\", \"label\": \"Yes\", \"points\": 1, \"needs_quote\": true, \"auto_fail\": false}, {\"key\": \"no\", \"label\": \"No\", \"points\": 0, \"needs_quote\": false, \"auto_fail\": true}], \"na\": false, \"applies_if\": null, \"judge\": {\"kind\": \"phrases\", \"any\": [\"call ~3 recorded|monitored\"], \"none\": [\"not recorded\"], \"answer\": \"yes\", \"otherwise\": \"no\"}, \"automation\": \"score\"}]}],\n    \"pass_mark\": 80\n  }'"
    }
  ],
  "publishScorecardRevision": [
    {
      "lang": "TypeScript",
      "label": "TypeScript",
      "source": "import { CallAnalysis } from '@call-analysis/client';\n\nconst client = new CallAnalysis();\n\nconst scorecardRevision = await client.scorecards.publishRevision('c41d7a52-3f6e-4b0d-9c58-2e7a1b9f0d36', 3);\nconsole.log(scorecardRevision);"
    },
    {
      "lang": "Python",
      "label": "Python",
      "source": "from call_analysis import CallAnalysis\n\nclient = CallAnalysis()\n\nscorecard_revision = client.scorecards.publish_revision(\n    \"c41d7a52-3f6e-4b0d-9c58-2e7a1b9f0d36\",\n    3,\n)\nprint(scorecard_revision)"
    },
    {
      "lang": "Go",
      "label": "Go",
      "source": "import (\n\t\"context\"\n\t\"fmt\"\n\t\"log\"\n\n\t\"example.com/callanalysis\"\n)\n\nctx := context.Background()\nclient, err := callanalysis.New(callanalysis.Options{})\nif err != nil {\n\tlog.Fatal(err)\n}\n\nscorecardRevision, err := client.Scorecards.PublishRevision(ctx, \"c41d7a52-3f6e-4b0d-9c58-2e7a1b9f0d36\", 3)\nif err != nil {\n\tlog.Fatal(err)\n}\nfmt.Println(scorecardRevision.Status)"
    },
    {
      "lang": "Java",
      "label": "Java",
      "source": "import callanalysis.*;\n\nCallAnalysis client = CallAnalysis.create();\n\nScorecardRevision scorecardRevision = client.scorecards().publishRevision(\n    \"c41d7a52-3f6e-4b0d-9c58-2e7a1b9f0d36\",\n    3);\nSystem.out.println(scorecardRevision.scorecardId());"
    },
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl -X POST \"$CALL_ANALYSIS_URL/api/v1/scorecards/c41d7a52-3f6e-4b0d-9c58-2e7a1b9f0d36/revisions/3/publish\" \\\n  -H \"Authorization: Bearer $CALL_ANALYSIS_API_KEY\""
    }
  ],
  "getReport": [
    {
      "lang": "TypeScript",
      "label": "TypeScript",
      "source": "import { CallAnalysis } from '@call-analysis/client';\n\nconst client = new CallAnalysis();\n\nconst report = await client.analyses.report('0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10');\nconsole.log(report);"
    },
    {
      "lang": "Python",
      "label": "Python",
      "source": "from call_analysis import CallAnalysis\n\nclient = CallAnalysis()\n\nreport = client.analyses.report(\"0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\")\nprint(report)"
    },
    {
      "lang": "Go",
      "label": "Go",
      "source": "import (\n\t\"context\"\n\t\"fmt\"\n\t\"log\"\n\n\t\"example.com/callanalysis\"\n)\n\nctx := context.Background()\nclient, err := callanalysis.New(callanalysis.Options{})\nif err != nil {\n\tlog.Fatal(err)\n}\n\nreport, err := client.Analyses.Report(ctx, \"0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\", nil)\nif err != nil {\n\tlog.Fatal(err)\n}\nfmt.Println(report)"
    },
    {
      "lang": "Java",
      "label": "Java",
      "source": "import callanalysis.*;\n\nCallAnalysis client = CallAnalysis.create();\n\nString text = client.analyses().report(\"0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\");\nSystem.out.println(text);"
    },
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/analysis/0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10/report\" \\\n  -H \"Authorization: Bearer $CALL_ANALYSIS_API_KEY\" \\\n  -o report.html"
    }
  ],
  "createReportLink": [
    {
      "lang": "TypeScript",
      "label": "TypeScript",
      "source": "import { CallAnalysis } from '@call-analysis/client';\n\nconst client = new CallAnalysis();\n\nconst reportLink = await client.analyses.createReportLink('0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10', {\n  expires_in: 3600,\n});\nconsole.log(reportLink);"
    },
    {
      "lang": "Python",
      "label": "Python",
      "source": "from call_analysis import CallAnalysis\n\nclient = CallAnalysis()\n\nreport_link = client.analyses.create_report_link(\n    \"0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\",\n    expires_in=3600,\n)\nprint(report_link)"
    },
    {
      "lang": "Go",
      "label": "Go",
      "source": "import (\n\t\"context\"\n\t\"fmt\"\n\t\"log\"\n\n\t\"example.com/callanalysis\"\n)\n\nctx := context.Background()\nclient, err := callanalysis.New(callanalysis.Options{})\nif err != nil {\n\tlog.Fatal(err)\n}\n\nreportLink, err := client.Analyses.CreateReportLink(ctx, \"0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\", &callanalysis.AnalysesCreateReportLinkParams{\n\tExpiresIn: callanalysis.Int(3600),\n})\nif err != nil {\n\tlog.Fatal(err)\n}\nfmt.Println(reportLink.URL)"
    },
    {
      "lang": "Java",
      "label": "Java",
      "source": "import callanalysis.*;\n\nCallAnalysis client = CallAnalysis.create();\n\nReportLink reportLink = client.analyses().createReportLink(\n    \"0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\",\n    CreateReportLinkParams.builder()\n        .expiresIn(3600)\n        .build());\nSystem.out.println(reportLink.url());"
    },
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/analysis/0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10/report-link\" \\\n  -H \"Authorization: Bearer $CALL_ANALYSIS_API_KEY\" \\\n  -H \"Content-Type: application/json\" \\\n  -d '{\"expires_in\": 3600}'"
    }
  ],
  "openReportLink": [
    {
      "lang": "TypeScript",
      "label": "TypeScript",
      "source": "import { CallAnalysis } from '@call-analysis/client';\n\nconst client = new CallAnalysis();\n\nconst reportLink = await client.analyses.createReportLink('0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10', {\n  expires_in: 3600,\n});\nconsole.log(reportLink);"
    },
    {
      "lang": "Python",
      "label": "Python",
      "source": "from call_analysis import CallAnalysis\n\nclient = CallAnalysis()\n\nreport_link = client.analyses.create_report_link(\n    \"0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\",\n    expires_in=3600,\n)\nprint(report_link)"
    },
    {
      "lang": "Go",
      "label": "Go",
      "source": "import (\n\t\"context\"\n\t\"fmt\"\n\t\"log\"\n\n\t\"example.com/callanalysis\"\n)\n\nctx := context.Background()\nclient, err := callanalysis.New(callanalysis.Options{})\nif err != nil {\n\tlog.Fatal(err)\n}\n\nreportLink, err := client.Analyses.CreateReportLink(ctx, \"0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\", &callanalysis.AnalysesCreateReportLinkParams{\n\tExpiresIn: callanalysis.Int(3600),\n})\nif err != nil {\n\tlog.Fatal(err)\n}\nfmt.Println(reportLink.URL)"
    },
    {
      "lang": "Java",
      "label": "Java",
      "source": "import callanalysis.*;\n\nCallAnalysis client = CallAnalysis.create();\n\nReportLink reportLink = client.analyses().createReportLink(\n    \"0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\",\n    CreateReportLinkParams.builder()\n        .expiresIn(3600)\n        .build());\nSystem.out.println(reportLink.url());"
    },
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl --get \"$CALL_ANALYSIS_URL/api/v1/reports/0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\" \\\n  --data-urlencode 'signature=aQ3v…' \\\n  --data-urlencode expires=1790003600 \\\n  --data-urlencode livemode=true \\\n  -o report.html"
    }
  ],
  "createEvaluation": [
    {
      "lang": "TypeScript",
      "label": "TypeScript",
      "source": "import { CallAnalysis } from '@call-analysis/client';\n\nconst client = new CallAnalysis();\n\nconst evaluation = await client.evaluations.create('0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10', {\n  scorecard_id: '6f1f0a6f-9a51-4d3e-8c5a-0b5e2f6c4a10',\n});\nconsole.log(evaluation);"
    },
    {
      "lang": "Python",
      "label": "Python",
      "source": "from call_analysis import CallAnalysis\n\nclient = CallAnalysis()\n\nevaluation = client.evaluations.create(\n    \"0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\",\n    scorecard_id=\"6f1f0a6f-9a51-4d3e-8c5a-0b5e2f6c4a10\",\n)\nprint(evaluation)"
    },
    {
      "lang": "Go",
      "label": "Go",
      "source": "import (\n\t\"context\"\n\t\"fmt\"\n\t\"log\"\n\n\t\"example.com/callanalysis\"\n)\n\nctx := context.Background()\nclient, err := callanalysis.New(callanalysis.Options{})\nif err != nil {\n\tlog.Fatal(err)\n}\n\nevaluation, err := client.Evaluations.Create(ctx, \"0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\", &callanalysis.EvaluationsCreateParams{\n\tScorecardID: \"6f1f0a6f-9a51-4d3e-8c5a-0b5e2f6c4a10\",\n})\nif err != nil {\n\tlog.Fatal(err)\n}\nfmt.Println(evaluation.Status)"
    },
    {
      "lang": "Java",
      "label": "Java",
      "source": "import callanalysis.*;\n\nCallAnalysis client = CallAnalysis.create();\n\nEvaluation evaluation = client.evaluations().create(\n    \"0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\",\n    CreateEvaluationParams.builder()\n        .scorecardId(\"6f1f0a6f-9a51-4d3e-8c5a-0b5e2f6c4a10\")\n        .build());\nSystem.out.println(evaluation.id());"
    },
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/analysis/0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10/evaluations\" \\\n  -H \"Authorization: Bearer $CALL_ANALYSIS_API_KEY\" \\\n  -H \"Content-Type: application/json\" \\\n  -d '{\"scorecard_id\": \"6f1f0a6f-9a51-4d3e-8c5a-0b5e2f6c4a10\"}'"
    }
  ],
  "listAnalysisEvaluations": [
    {
      "lang": "TypeScript",
      "label": "TypeScript",
      "source": "import { CallAnalysis } from '@call-analysis/client';\n\nconst client = new CallAnalysis();\n\nfor await (const evaluation of client.evaluations.listOfAnalysis('0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10')) {\n  console.log(evaluation);\n}"
    },
    {
      "lang": "Python",
      "label": "Python",
      "source": "from call_analysis import CallAnalysis\n\nclient = CallAnalysis()\n\nfor evaluation in client.evaluations.list_of_analysis(\n    \"0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\",\n):\n    print(evaluation)"
    },
    {
      "lang": "Go",
      "label": "Go",
      "source": "import (\n\t\"context\"\n\t\"fmt\"\n\t\"log\"\n\n\t\"example.com/callanalysis\"\n)\n\nctx := context.Background()\nclient, err := callanalysis.New(callanalysis.Options{})\nif err != nil {\n\tlog.Fatal(err)\n}\n\nlist := client.Evaluations.ListOfAnalysis(ctx, \"0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\", nil)\nfor list.Next() {\n\tfmt.Println(list.Current().Status)\n}\nif err := list.Err(); err != nil {\n\tlog.Fatal(err)\n}"
    },
    {
      "lang": "Java",
      "label": "Java",
      "source": "import callanalysis.*;\n\nCallAnalysis client = CallAnalysis.create();\n\nfor (Evaluation evaluation : client.evaluations().listOfAnalysis(\"0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\")) System.out.println(evaluation.id());"
    },
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/analysis/0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10/evaluations\" \\\n  -H \"Authorization: Bearer $CALL_ANALYSIS_API_KEY\""
    }
  ],
  "listEvaluations": [
    {
      "lang": "TypeScript",
      "label": "TypeScript",
      "source": "import { CallAnalysis } from '@call-analysis/client';\n\nconst client = new CallAnalysis();\n\nfor await (const evaluation of client.evaluations.list()) {\n  console.log(evaluation);\n}"
    },
    {
      "lang": "Python",
      "label": "Python",
      "source": "from call_analysis import CallAnalysis\n\nclient = CallAnalysis()\n\nfor evaluation in client.evaluations.list():\n    print(evaluation)"
    },
    {
      "lang": "Go",
      "label": "Go",
      "source": "import (\n\t\"context\"\n\t\"fmt\"\n\t\"log\"\n\n\t\"example.com/callanalysis\"\n)\n\nctx := context.Background()\nclient, err := callanalysis.New(callanalysis.Options{})\nif err != nil {\n\tlog.Fatal(err)\n}\n\nlist := client.Evaluations.List(ctx, nil)\nfor list.Next() {\n\tfmt.Println(list.Current().Status)\n}\nif err := list.Err(); err != nil {\n\tlog.Fatal(err)\n}"
    },
    {
      "lang": "Java",
      "label": "Java",
      "source": "import callanalysis.*;\n\nCallAnalysis client = CallAnalysis.create();\n\nfor (Evaluation evaluation : client.evaluations().list()) System.out.println(evaluation.id());"
    },
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/evaluations\" \\\n  -H \"Authorization: Bearer $CALL_ANALYSIS_API_KEY\""
    }
  ],
  "getEvaluation": [
    {
      "lang": "TypeScript",
      "label": "TypeScript",
      "source": "import { CallAnalysis } from '@call-analysis/client';\n\nconst client = new CallAnalysis();\n\nconst evaluation = await client.evaluations.get('0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10');\nconsole.log(evaluation);"
    },
    {
      "lang": "Python",
      "label": "Python",
      "source": "from call_analysis import CallAnalysis\n\nclient = CallAnalysis()\n\nevaluation = client.evaluations.get(\"0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\")\nprint(evaluation)"
    },
    {
      "lang": "Go",
      "label": "Go",
      "source": "import (\n\t\"context\"\n\t\"fmt\"\n\t\"log\"\n\n\t\"example.com/callanalysis\"\n)\n\nctx := context.Background()\nclient, err := callanalysis.New(callanalysis.Options{})\nif err != nil {\n\tlog.Fatal(err)\n}\n\nevaluation, err := client.Evaluations.Get(ctx, \"0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\")\nif err != nil {\n\tlog.Fatal(err)\n}\nfmt.Println(evaluation.Status)"
    },
    {
      "lang": "Java",
      "label": "Java",
      "source": "import callanalysis.*;\n\nCallAnalysis client = CallAnalysis.create();\n\nEvaluation evaluation = client.evaluations().get(\"0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\");\nSystem.out.println(evaluation.id());"
    },
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/evaluations/0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\" \\\n  -H \"Authorization: Bearer $CALL_ANALYSIS_API_KEY\""
    }
  ],
  "answerEvaluationQuestion": [
    {
      "lang": "TypeScript",
      "label": "TypeScript",
      "source": "import { CallAnalysis } from '@call-analysis/client';\n\nconst client = new CallAnalysis();\n\nconst evaluation = await client.evaluations.answer('0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10', 'solved', {\n  answer: 'yes',\n});\nconsole.log(evaluation);"
    },
    {
      "lang": "Python",
      "label": "Python",
      "source": "from call_analysis import CallAnalysis\n\nclient = CallAnalysis()\n\nevaluation = client.evaluations.answer(\n    \"0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\",\n    \"solved\",\n    answer=\"yes\",\n)\nprint(evaluation)"
    },
    {
      "lang": "Go",
      "label": "Go",
      "source": "import (\n\t\"context\"\n\t\"fmt\"\n\t\"log\"\n\n\t\"example.com/callanalysis\"\n)\n\nctx := context.Background()\nclient, err := callanalysis.New(callanalysis.Options{})\nif err != nil {\n\tlog.Fatal(err)\n}\n\nevaluation, err := client.Evaluations.Answer(ctx, \"0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\", \"solved\", &callanalysis.EvaluationsAnswerParams{\n\tAnswer: \"yes\",\n})\nif err != nil {\n\tlog.Fatal(err)\n}\nfmt.Println(evaluation.Status)"
    },
    {
      "lang": "Java",
      "label": "Java",
      "source": "import callanalysis.*;\n\nCallAnalysis client = CallAnalysis.create();\n\nEvaluation evaluation = client.evaluations().answer(\n    \"0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\",\n    \"solved\",\n    AnswerEvaluationQuestionParams.builder()\n        .answer(\"yes\")\n        .build());\nSystem.out.println(evaluation.id());"
    },
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl -X PUT \"$CALL_ANALYSIS_URL/api/v1/evaluations/0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10/answers/solved\" \\\n  -H \"Authorization: Bearer $CALL_ANALYSIS_API_KEY\" \\\n  -H \"Content-Type: application/json\" \\\n  -d '{\"answer\": \"yes\"}'"
    }
  ],
  "tryScorecardRevision": [
    {
      "lang": "TypeScript",
      "label": "TypeScript",
      "source": "import { CallAnalysis } from '@call-analysis/client';\n\nconst client = new CallAnalysis();\n\nconst triedEvaluations = await client.scorecards.tryRevision('c41d7a52-3f6e-4b0d-9c58-2e7a1b9f0d36', 3, {\n  analysis_ids: ['0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10'],\n});\nconsole.log(triedEvaluations);"
    },
    {
      "lang": "Python",
      "label": "Python",
      "source": "from call_analysis import CallAnalysis\n\nclient = CallAnalysis()\n\ntried_evaluations = client.scorecards.try_revision(\n    \"c41d7a52-3f6e-4b0d-9c58-2e7a1b9f0d36\",\n    3,\n    analysis_ids=[\"0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\"],\n)\nprint(tried_evaluations)"
    },
    {
      "lang": "Go",
      "label": "Go",
      "source": "import (\n\t\"context\"\n\t\"fmt\"\n\t\"log\"\n\n\t\"example.com/callanalysis\"\n)\n\nctx := context.Background()\nclient, err := callanalysis.New(callanalysis.Options{})\nif err != nil {\n\tlog.Fatal(err)\n}\n\ntriedEvaluations, err := client.Scorecards.TryRevision(ctx, \"c41d7a52-3f6e-4b0d-9c58-2e7a1b9f0d36\", 3, &callanalysis.ScorecardsTryRevisionParams{\n\tAnalysisIDs: []string{\"0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\"},\n})\nif err != nil {\n\tlog.Fatal(err)\n}\nfmt.Println(triedEvaluations.Items)"
    },
    {
      "lang": "Java",
      "label": "Java",
      "source": "import callanalysis.*;\n\nCallAnalysis client = CallAnalysis.create();\n\nTriedEvaluations triedEvaluations = client.scorecards().tryRevision(\n    \"c41d7a52-3f6e-4b0d-9c58-2e7a1b9f0d36\",\n    3,\n    TryScorecardRevisionParams.builder()\n        .analysisIds(java.util.List.of(\"0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\"))\n        .build());\nSystem.out.println(triedEvaluations.toString());"
    },
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/scorecards/c41d7a52-3f6e-4b0d-9c58-2e7a1b9f0d36/revisions/3/try\" \\\n  -H \"Authorization: Bearer $CALL_ANALYSIS_API_KEY\" \\\n  -H \"Content-Type: application/json\" \\\n  -d '{\"analysis_ids\": [\"0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\"]}'"
    }
  ],
  "createRescore": [
    {
      "lang": "TypeScript",
      "label": "TypeScript",
      "source": "import { CallAnalysis } from '@call-analysis/client';\n\nconst client = new CallAnalysis();\n\nconst rescore = await client.rescores.create({\n  scorecard_id: '7d0c3f5e-2b0e-4b1c-9d7e-0f4a2f8f6b11',\n});\nconsole.log(rescore);"
    },
    {
      "lang": "Python",
      "label": "Python",
      "source": "from call_analysis import CallAnalysis\n\nclient = CallAnalysis()\n\nrescore = client.rescores.create(\n    scorecard_id=\"7d0c3f5e-2b0e-4b1c-9d7e-0f4a2f8f6b11\",\n)\nprint(rescore)"
    },
    {
      "lang": "Go",
      "label": "Go",
      "source": "import (\n\t\"context\"\n\t\"fmt\"\n\t\"log\"\n\n\t\"example.com/callanalysis\"\n)\n\nctx := context.Background()\nclient, err := callanalysis.New(callanalysis.Options{})\nif err != nil {\n\tlog.Fatal(err)\n}\n\nrescore, err := client.Rescores.Create(ctx, &callanalysis.RescoresCreateParams{\n\tScorecardID: \"7d0c3f5e-2b0e-4b1c-9d7e-0f4a2f8f6b11\",\n})\nif err != nil {\n\tlog.Fatal(err)\n}\nfmt.Println(rescore.Status)"
    },
    {
      "lang": "Java",
      "label": "Java",
      "source": "import callanalysis.*;\n\nCallAnalysis client = CallAnalysis.create();\n\nRescore rescore = client.rescores().create(\n    CreateRescoreParams.builder()\n        .scorecardId(\"7d0c3f5e-2b0e-4b1c-9d7e-0f4a2f8f6b11\")\n        .build());\nSystem.out.println(rescore.id());"
    },
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/rescores\" \\\n  -H \"Authorization: Bearer $CALL_ANALYSIS_API_KEY\" \\\n  -H \"Content-Type: application/json\" \\\n  -d '{\"scorecard_id\": \"7d0c3f5e-2b0e-4b1c-9d7e-0f4a2f8f6b11\"}'"
    }
  ],
  "listRescores": [
    {
      "lang": "TypeScript",
      "label": "TypeScript",
      "source": "import { CallAnalysis } from '@call-analysis/client';\n\nconst client = new CallAnalysis();\n\nfor await (const rescore of client.rescores.list()) {\n  console.log(rescore);\n}"
    },
    {
      "lang": "Python",
      "label": "Python",
      "source": "from call_analysis import CallAnalysis\n\nclient = CallAnalysis()\n\nfor rescore in client.rescores.list():\n    print(rescore)"
    },
    {
      "lang": "Go",
      "label": "Go",
      "source": "import (\n\t\"context\"\n\t\"fmt\"\n\t\"log\"\n\n\t\"example.com/callanalysis\"\n)\n\nctx := context.Background()\nclient, err := callanalysis.New(callanalysis.Options{})\nif err != nil {\n\tlog.Fatal(err)\n}\n\nlist := client.Rescores.List(ctx, nil)\nfor list.Next() {\n\tfmt.Println(list.Current().Status)\n}\nif err := list.Err(); err != nil {\n\tlog.Fatal(err)\n}"
    },
    {
      "lang": "Java",
      "label": "Java",
      "source": "import callanalysis.*;\n\nCallAnalysis client = CallAnalysis.create();\n\nfor (Rescore rescore : client.rescores().list()) System.out.println(rescore.id());"
    },
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/rescores\" \\\n  -H \"Authorization: Bearer $CALL_ANALYSIS_API_KEY\""
    }
  ],
  "getRescore": [
    {
      "lang": "TypeScript",
      "label": "TypeScript",
      "source": "import { CallAnalysis } from '@call-analysis/client';\n\nconst client = new CallAnalysis();\n\nconst rescore = await client.rescores.get('0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10');\nconsole.log(rescore);"
    },
    {
      "lang": "Python",
      "label": "Python",
      "source": "from call_analysis import CallAnalysis\n\nclient = CallAnalysis()\n\nrescore = client.rescores.get(\"0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\")\nprint(rescore)"
    },
    {
      "lang": "Go",
      "label": "Go",
      "source": "import (\n\t\"context\"\n\t\"fmt\"\n\t\"log\"\n\n\t\"example.com/callanalysis\"\n)\n\nctx := context.Background()\nclient, err := callanalysis.New(callanalysis.Options{})\nif err != nil {\n\tlog.Fatal(err)\n}\n\nrescore, err := client.Rescores.Get(ctx, \"0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\")\nif err != nil {\n\tlog.Fatal(err)\n}\nfmt.Println(rescore.Status)"
    },
    {
      "lang": "Java",
      "label": "Java",
      "source": "import callanalysis.*;\n\nCallAnalysis client = CallAnalysis.create();\n\nRescore rescore = client.rescores().get(\"0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\");\nSystem.out.println(rescore.id());"
    },
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/rescores/0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\" \\\n  -H \"Authorization: Bearer $CALL_ANALYSIS_API_KEY\""
    }
  ],
  "cancelRescore": [
    {
      "lang": "TypeScript",
      "label": "TypeScript",
      "source": "import { CallAnalysis } from '@call-analysis/client';\n\nconst client = new CallAnalysis();\n\nconst rescore = await client.rescores.cancel('0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10');\nconsole.log(rescore);"
    },
    {
      "lang": "Python",
      "label": "Python",
      "source": "from call_analysis import CallAnalysis\n\nclient = CallAnalysis()\n\nrescore = client.rescores.cancel(\"0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\")\nprint(rescore)"
    },
    {
      "lang": "Go",
      "label": "Go",
      "source": "import (\n\t\"context\"\n\t\"fmt\"\n\t\"log\"\n\n\t\"example.com/callanalysis\"\n)\n\nctx := context.Background()\nclient, err := callanalysis.New(callanalysis.Options{})\nif err != nil {\n\tlog.Fatal(err)\n}\n\nrescore, err := client.Rescores.Cancel(ctx, \"0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\")\nif err != nil {\n\tlog.Fatal(err)\n}\nfmt.Println(rescore.Status)"
    },
    {
      "lang": "Java",
      "label": "Java",
      "source": "import callanalysis.*;\n\nCallAnalysis client = CallAnalysis.create();\n\nRescore rescore = client.rescores().cancel(\"0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\");\nSystem.out.println(rescore.id());"
    },
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl -X POST \"$CALL_ANALYSIS_URL/api/v1/rescores/0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10/cancel\" \\\n  -H \"Authorization: Bearer $CALL_ANALYSIS_API_KEY\""
    }
  ],
  "getWebhookSecret": [
    {
      "lang": "TypeScript",
      "label": "TypeScript",
      "source": "import { CallAnalysis } from '@call-analysis/client';\n\nconst client = new CallAnalysis({ apiKey: process.env.ACCESS_TOKEN });\n\nconst webhookSecret = await client.webhooks.secret();\nconsole.log(webhookSecret);"
    },
    {
      "lang": "Python",
      "label": "Python",
      "source": "import os\n\nfrom call_analysis import CallAnalysis\n\nclient = CallAnalysis(os.environ[\"ACCESS_TOKEN\"])\n\nwebhook_secret = client.webhooks.secret()\nprint(webhook_secret)"
    },
    {
      "lang": "Go",
      "label": "Go",
      "source": "import (\n\t\"context\"\n\t\"fmt\"\n\t\"log\"\n\t\"os\"\n\n\t\"example.com/callanalysis\"\n)\n\nctx := context.Background()\nclient, err := callanalysis.New(callanalysis.Options{APIKey: os.Getenv(\"ACCESS_TOKEN\")})\nif err != nil {\n\tlog.Fatal(err)\n}\n\nwebhookSecret, err := client.Webhooks.Secret(ctx)\nif err != nil {\n\tlog.Fatal(err)\n}\nfmt.Println(webhookSecret.Secret)"
    },
    {
      "lang": "Java",
      "label": "Java",
      "source": "import callanalysis.*;\n\nCallAnalysis client = CallAnalysis.builder().apiKey(System.getenv(\"ACCESS_TOKEN\")).build();\n\nWebhookSecret webhookSecret = client.webhooks().secret();\nSystem.out.println(webhookSecret.createdAt());"
    },
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/webhooks/secret\" \\\n  -H \"Authorization: Bearer $ACCESS_TOKEN\""
    }
  ],
  "rotateWebhookSecret": [
    {
      "lang": "TypeScript",
      "label": "TypeScript",
      "source": "import { CallAnalysis } from '@call-analysis/client';\n\nconst client = new CallAnalysis({ apiKey: process.env.ACCESS_TOKEN });\n\nconst webhookSecret = await client.webhooks.rotateSecret();\nconsole.log(webhookSecret);"
    },
    {
      "lang": "Python",
      "label": "Python",
      "source": "import os\n\nfrom call_analysis import CallAnalysis\n\nclient = CallAnalysis(os.environ[\"ACCESS_TOKEN\"])\n\nwebhook_secret = client.webhooks.rotate_secret()\nprint(webhook_secret)"
    },
    {
      "lang": "Go",
      "label": "Go",
      "source": "import (\n\t\"context\"\n\t\"fmt\"\n\t\"log\"\n\t\"os\"\n\n\t\"example.com/callanalysis\"\n)\n\nctx := context.Background()\nclient, err := callanalysis.New(callanalysis.Options{APIKey: os.Getenv(\"ACCESS_TOKEN\")})\nif err != nil {\n\tlog.Fatal(err)\n}\n\nwebhookSecret, err := client.Webhooks.RotateSecret(ctx)\nif err != nil {\n\tlog.Fatal(err)\n}\nfmt.Println(webhookSecret.Secret)"
    },
    {
      "lang": "Java",
      "label": "Java",
      "source": "import callanalysis.*;\n\nCallAnalysis client = CallAnalysis.builder().apiKey(System.getenv(\"ACCESS_TOKEN\")).build();\n\nWebhookSecret webhookSecret = client.webhooks().rotateSecret();\nSystem.out.println(webhookSecret.createdAt());"
    },
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl -X POST \"$CALL_ANALYSIS_URL/api/v1/webhooks/secret/rotate\" \\\n  -H \"Authorization: Bearer $ACCESS_TOKEN\""
    }
  ],
  "testWebhook": [
    {
      "lang": "TypeScript",
      "label": "TypeScript",
      "source": "import { CallAnalysis } from '@call-analysis/client';\n\nconst client = new CallAnalysis();\n\nconst testWebhook = await client.webhooks.test({\n  webhook_url: 'https://hooks.example.com/calls',\n});\nconsole.log(testWebhook);"
    },
    {
      "lang": "Python",
      "label": "Python",
      "source": "from call_analysis import CallAnalysis\n\nclient = CallAnalysis()\n\ntest_webhook = client.webhooks.test(\n    webhook_url=\"https://hooks.example.com/calls\",\n)\nprint(test_webhook)"
    },
    {
      "lang": "Go",
      "label": "Go",
      "source": "import (\n\t\"context\"\n\t\"fmt\"\n\t\"log\"\n\n\t\"example.com/callanalysis\"\n)\n\nctx := context.Background()\nclient, err := callanalysis.New(callanalysis.Options{})\nif err != nil {\n\tlog.Fatal(err)\n}\n\ntestWebhook, err := client.Webhooks.Test(ctx, &callanalysis.WebhooksTestParams{\n\tWebhookURL: \"https://hooks.example.com/calls\",\n})\nif err != nil {\n\tlog.Fatal(err)\n}\nfmt.Println(testWebhook.ID)"
    },
    {
      "lang": "Java",
      "label": "Java",
      "source": "import callanalysis.*;\n\nCallAnalysis client = CallAnalysis.create();\n\nTestWebhook testWebhook = client.webhooks().test(\n    TestWebhookParams.builder()\n        .webhookUrl(\"https://hooks.example.com/calls\")\n        .build());\nSystem.out.println(testWebhook.id());"
    },
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/webhooks/test\" \\\n  -H \"Authorization: Bearer $CALL_ANALYSIS_API_KEY\" \\\n  -H \"Content-Type: application/json\" \\\n  -d '{\"webhook_url\": \"https://hooks.example.com/calls\"}'"
    }
  ],
  "listWebhookDeliveries": [
    {
      "lang": "TypeScript",
      "label": "TypeScript",
      "source": "import { CallAnalysis } from '@call-analysis/client';\n\nconst client = new CallAnalysis();\n\nfor await (const webhookDelivery of client.analyses.deliveries('0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10')) {\n  console.log(webhookDelivery);\n}"
    },
    {
      "lang": "Python",
      "label": "Python",
      "source": "from call_analysis import CallAnalysis\n\nclient = CallAnalysis()\n\nfor webhook_delivery in client.analyses.deliveries(\n    \"0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\",\n):\n    print(webhook_delivery)"
    },
    {
      "lang": "Go",
      "label": "Go",
      "source": "import (\n\t\"context\"\n\t\"fmt\"\n\t\"log\"\n\n\t\"example.com/callanalysis\"\n)\n\nctx := context.Background()\nclient, err := callanalysis.New(callanalysis.Options{})\nif err != nil {\n\tlog.Fatal(err)\n}\n\nlist := client.Analyses.Deliveries(ctx, \"0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\", nil)\nfor list.Next() {\n\tfmt.Println(list.Current().Status)\n}\nif err := list.Err(); err != nil {\n\tlog.Fatal(err)\n}"
    },
    {
      "lang": "Java",
      "label": "Java",
      "source": "import callanalysis.*;\n\nCallAnalysis client = CallAnalysis.create();\n\nfor (WebhookDelivery webhookDelivery : client.analyses().deliveries(\"0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\")) System.out.println(webhookDelivery.id());"
    },
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/analysis/0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10/deliveries\" \\\n  -H \"Authorization: Bearer $CALL_ANALYSIS_API_KEY\""
    }
  ],
  "getWebhookDelivery": [
    {
      "lang": "TypeScript",
      "label": "TypeScript",
      "source": "import { CallAnalysis } from '@call-analysis/client';\n\nconst client = new CallAnalysis();\n\nconst webhookDeliveryWithRequest = await client.analyses.delivery('0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10', '7d1f1c5a-3c0e-4b0f-9a4e-2b7f7b0a1c9d');\nconsole.log(webhookDeliveryWithRequest);"
    },
    {
      "lang": "Python",
      "label": "Python",
      "source": "from call_analysis import CallAnalysis\n\nclient = CallAnalysis()\n\nwebhook_delivery_with_request = client.analyses.delivery(\n    \"0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\",\n    \"7d1f1c5a-3c0e-4b0f-9a4e-2b7f7b0a1c9d\",\n)\nprint(webhook_delivery_with_request)"
    },
    {
      "lang": "Go",
      "label": "Go",
      "source": "import (\n\t\"context\"\n\t\"fmt\"\n\t\"log\"\n\n\t\"example.com/callanalysis\"\n)\n\nctx := context.Background()\nclient, err := callanalysis.New(callanalysis.Options{})\nif err != nil {\n\tlog.Fatal(err)\n}\n\nwebhookDeliveryWithRequest, err := client.Analyses.Delivery(ctx, \"0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\", \"7d1f1c5a-3c0e-4b0f-9a4e-2b7f7b0a1c9d\")\nif err != nil {\n\tlog.Fatal(err)\n}\nfmt.Println(webhookDeliveryWithRequest.Status)"
    },
    {
      "lang": "Java",
      "label": "Java",
      "source": "import callanalysis.*;\n\nCallAnalysis client = CallAnalysis.create();\n\nWebhookDeliveryWithRequest webhookDeliveryWithRequest = client.analyses().delivery(\n    \"0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\",\n    \"7d1f1c5a-3c0e-4b0f-9a4e-2b7f7b0a1c9d\");\nSystem.out.println(webhookDeliveryWithRequest.id());"
    },
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl \"$CALL_ANALYSIS_URL/api/v1/analysis/0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10/deliveries/7d1f1c5a-3c0e-4b0f-9a4e-2b7f7b0a1c9d\" \\\n  -H \"Authorization: Bearer $CALL_ANALYSIS_API_KEY\""
    }
  ],
  "redeliverWebhook": [
    {
      "lang": "TypeScript",
      "label": "TypeScript",
      "source": "import { CallAnalysis } from '@call-analysis/client';\n\nconst client = new CallAnalysis();\n\nconst webhookDelivery = await client.analyses.redeliver('0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10', '7d1f1c5a-3c0e-4b0f-9a4e-2b7f7b0a1c9d');\nconsole.log(webhookDelivery);"
    },
    {
      "lang": "Python",
      "label": "Python",
      "source": "from call_analysis import CallAnalysis\n\nclient = CallAnalysis()\n\nwebhook_delivery = client.analyses.redeliver(\n    \"0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\",\n    \"7d1f1c5a-3c0e-4b0f-9a4e-2b7f7b0a1c9d\",\n)\nprint(webhook_delivery)"
    },
    {
      "lang": "Go",
      "label": "Go",
      "source": "import (\n\t\"context\"\n\t\"fmt\"\n\t\"log\"\n\n\t\"example.com/callanalysis\"\n)\n\nctx := context.Background()\nclient, err := callanalysis.New(callanalysis.Options{})\nif err != nil {\n\tlog.Fatal(err)\n}\n\nwebhookDelivery, err := client.Analyses.Redeliver(ctx, \"0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\", \"7d1f1c5a-3c0e-4b0f-9a4e-2b7f7b0a1c9d\")\nif err != nil {\n\tlog.Fatal(err)\n}\nfmt.Println(webhookDelivery.Status)"
    },
    {
      "lang": "Java",
      "label": "Java",
      "source": "import callanalysis.*;\n\nCallAnalysis client = CallAnalysis.create();\n\nWebhookDelivery webhookDelivery = client.analyses().redeliver(\n    \"0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10\",\n    \"7d1f1c5a-3c0e-4b0f-9a4e-2b7f7b0a1c9d\");\nSystem.out.println(webhookDelivery.id());"
    },
    {
      "lang": "Shell",
      "label": "curl",
      "source": "curl -X POST \"$CALL_ANALYSIS_URL/api/v1/analysis/0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10/deliveries/7d1f1c5a-3c0e-4b0f-9a4e-2b7f7b0a1c9d/redeliver\" \\\n  -H \"Authorization: Bearer $CALL_ANALYSIS_API_KEY\""
    }
  ]
};
