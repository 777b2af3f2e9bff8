/** A group of operations: a property of `Boat` in TypeScript and in Python. */
export interface FeatureNames {
  readonly summary: string
  /** Paths below `…/v2/api` of its operations. */
  readonly paths: readonly string[]
  /** The names of its methods by operation id. An operation without an entry is called by its operation id. */
  readonly methods: Readonly<Record<string, string>>
}

/** The names of the methods. Everything else about an operation comes from the route table. */
export const featureNames: Readonly<Record<string, FeatureNames>> = {
  autopilots: {
    summary: 'Autopilots; the id `_default` is the default autopilot',
    paths: ['vessels/self/autopilots'],
    methods: {
      getAutopilots: 'list',
      getDefaultAutopilot: 'getDefault',
      setDefaultAutopilot: 'setDefault',
      getAutopilot: 'get',
      getAutopilotState: 'getState',
      setAutopilotState: 'setState',
      getAutopilotMode: 'getMode',
      setAutopilotMode: 'setMode',
      getAutopilotTarget: 'getTarget',
      setAutopilotTarget: 'setTarget',
      adjustAutopilotTarget: 'adjust',
      engageAutopilot: 'engage',
      disengageAutopilot: 'disengage',
      getAutopilotAudit: 'getAudit',
    },
  },
  anchor: {
    summary: 'The anchor watch',
    paths: ['vessels/self/navigation/anchor'],
    methods: {
      getAnchor: 'get',
      getAnchorTrack: 'getTrack',
      listAnchorStays: 'listStays',
      veerAnchor: 'veer',
      setAnchorFromTrack: 'setFromTrack',
      setAnchorAt: 'setAt',
      dropAnchor: 'drop',
      setAnchorRadius: 'setRadius',
      repositionAnchor: 'reposition',
      raiseAnchor: 'raise',
    },
  },
  alerts: {
    summary: 'Alerts, and the calls of people about them',
    paths: ['notifications'],
    methods: {
      getAlerts: 'list',
      getAlert: 'get',
      raiseAlert: 'raise',
      endAlert: 'end',
      getPastAlerts: 'listPast',
      acknowledgeAlert: 'acknowledge',
      silenceAlert: 'silence',
      acknowledgeAlerts: 'acknowledgeAll',
      silenceAlerts: 'silenceAll',
      getAlertCalls: 'listCalls',
      getAlertChannels: 'listChannels',
    },
  },
  controls: {
    summary: 'Switches, dimmers and setpoints, by path',
    paths: ['vessels/self/controls'],
    methods: { listControls: 'list', setControl: 'set' },
  },
  course: {
    summary: 'The destination and the active route',
    paths: ['vessels/self/navigation/course'],
    methods: {
      getCourse: 'get',
      endCourse: 'end',
      advanceRoute: 'advance',
      getCourseProviders: 'listProviders',
      setCourseProvider: 'setProvider',
      removeCourseProvider: 'removeProvider',
    },
  },
  resources: {
    summary: 'Routes, waypoints and the resources of plugins',
    paths: ['resources'],
    methods: {
      getRoutes: 'listRoutes',
      getWaypoints: 'listWaypoints',
      getProvidedResources: 'listProvided',
      getProvidedResource: 'getProvided',
    },
  },
  history: {
    summary: 'Recorded values',
    paths: ['history'],
    methods: {
      getHistoryValues: 'values',
      getHistoryContexts: 'contexts',
      getHistoryPaths: 'paths',
      getHistoryTrack: 'track',
      getHistoryStorage: 'storage',
      forgetHistory: 'forget',
      getHistoryProviders: 'listProviders',
      getDefaultHistoryProvider: 'getDefaultProvider',
      setDefaultHistoryProvider: 'setDefaultProvider',
    },
  },
  weather: {
    summary: 'Observations, forecasts and warnings',
    paths: ['weather'],
    methods: {
      getWeatherObservations: 'observations',
      getWeatherForecast: 'forecast',
      getWeatherWarnings: 'warnings',
      getWeatherProviders: 'listProviders',
      setDefaultWeatherProvider: 'setDefaultProvider',
    },
  },
  plugins: {
    summary: 'Plugins: their state, settings and actions',
    paths: ['plugins', 'plugin-catalogue', 'plugin-budget'],
    methods: {
      getPlugins: 'list',
      getPluginBudget: 'getBudget',
      getPluginCatalogue: 'getCatalogue',
      installPlugin: 'install',
      removePlugin: 'remove',
      getPlugin: 'get',
      getPluginLog: 'getLog',
      getPluginSettings: 'getSettings',
      setPluginSettings: 'setSettings',
      enablePlugin: 'enable',
      approvePlugin: 'approve',
      disablePlugin: 'disable',
      restartPlugin: 'restart',
      runPluginAction: 'runAction',
    },
  },
  logbook: {
    summary: 'The logbook',
    paths: ['vessels/self/logbook'],
    methods: { getLogbook: 'get', getLogbookDay: 'getDay', addLogbookNote: 'addNote' },
  },
  vessel: {
    summary: 'The details, limits and recent track of the own vessel',
    paths: ['vessels/self'],
    methods: { getBoat: 'get', setBoatDetails: 'setDetails', setBoatLimits: 'setLimits' },
  },
  charts: {
    summary: 'Chart files',
    paths: ['charts'],
    methods: { getCharts: 'list', deleteChart: 'remove' },
  },
  access: {
    summary: 'People, tokens, pairings and the audit',
    paths: ['access'],
    methods: {
      getMe: 'me',
      claimBoat: 'claim',
      joinCrew: 'join',
      getStreamTicket: 'streamTicket',
      getPeople: 'listPeople',
      getCredentials: 'listCredentials',
      getPairings: 'listPairings',
      getFamilySwitch: 'familySwitch',
    },
  },
  server: {
    summary: 'The server itself, and what its console stores',
    paths: ['server', 'doctor', 'stations', 'preferences'],
    methods: {
      getServerInfo: 'info',
      getDoctorReport: 'doctorReport',
      getStations: 'listStations',
    },
  },
}
